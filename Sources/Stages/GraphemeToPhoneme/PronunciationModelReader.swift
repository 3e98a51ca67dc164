import Foundation

/// Reads the header of a model from start to end.
struct PronunciationModelReader {
  private let data: Data
  private var offset: Int

  init(_ data: Data) {
    self.data = data
    offset = data.startIndex
  }

  /// Skips bytes and returns their offset from the start of the data.
  mutating func skip(_ count: Int) throws(PronunciationModelError) -> Int {
    guard data.endIndex - offset >= count else { throw PronunciationModelError(reason: "the pronunciation model is truncated") }
    defer { offset += count }
    return offset - data.startIndex
  }

  mutating func bytes(_ count: Int) throws(PronunciationModelError) -> Data {
    let start = data.startIndex + (try skip(count))
    return data[start..<start + count]
  }

  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type) throws(PronunciationModelError) -> Integer {
    Integer(littleEndian: try bytes(Integer.bitWidth / 8).withUnsafeBytes { $0.loadUnaligned(as: Integer.self) })
  }

  mutating func floats(_ count: Int) throws(PronunciationModelError) -> [Float] {
    var floats: [Float] = []
    for _ in 0..<count { floats.append(Float(bitPattern: try integer(UInt32.self))) }
    return floats
  }
}

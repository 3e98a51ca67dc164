/// The pages of an Ogg stream, as defined in RFC 3533.
enum OggPage {
  private static let pattern = Array("OggS".utf8)
  private static let headerLength = 27
  /// The offset of the flags in the header, and the flag that marks the last page of a stream.
  private static let (flagsOffset, lastPageFlag) = (5, UInt8(4))
  private static let segmentCountOffset = 26

  /// Whether these bytes contain a complete page that is marked as the last of its stream.
  static func endsStream(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= headerLength else { return false }
    // Data that some programs append, such as tags, is ignored.
    return (0...bytes.count - headerLength).reversed().contains { start in
      bytes[start..<start + pattern.count].elementsEqual(pattern) && bytes[start + flagsOffset] & lastPageFlag != 0
        && end(ofPageAt: start, in: bytes).map { $0 <= bytes.count } == true
    }
  }

  private static func end(ofPageAt start: Int, in bytes: [UInt8]) -> Int? {
    let table = start + headerLength
    let count = Int(bytes[start + segmentCountOffset])
    guard table + count <= bytes.count else { return nil }
    return table + count + bytes[table..<table + count].reduce(0) { $0 + Int($1) }
  }
}

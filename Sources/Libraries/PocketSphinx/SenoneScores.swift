import CPocketSphinx
import Foundation

/// The scores of all senones in each frame (10 ms) of a stretch of audio, computed outside PocketSphinx.
///
/// A senone is a state that triphones of an acoustic model share. A score is a cost in the decoder's units: 0 is best, and larger values are
/// less likely. Only differences between senones in a frame count.
public struct SenoneScores: Equatable, Sendable {
  /// The number of senones of the model.
  public let senoneCount: Int
  /// The number of frames.
  public let frameCount: Int
  /// For each frame, the number of senones and their scores, as in the library's dump format; a slice, so that parts share memory.
  private let rows: ArraySlice<Int16>

  /// The decoder's unit: 1024 logarithms to the base 1.0001.
  public static let nepersPerUnit = 1024 * log(1.0001)
  /// The greatest score: with worse ones, the sum over an utterance could exceed the decoder's range.
  public static let worst: Int16 = 10_000

  /// Scores that are computed for one frame after another.
  ///
  /// - Parameters:
  ///   - senoneCount: The number of senones, at most 32,767.
  ///   - scores: Stores `senoneCount` scores for a frame, which is counted from 0.
  public init(senoneCount: Int, frameCount: Int, scores: (_ frame: Int, _ scores: UnsafeMutablePointer<Int16>) -> Void) {
    let size = senoneCount + 1
    let all = [Int16](unsafeUninitializedCapacity: size * frameCount) { rows, count in
      for frame in 0..<frameCount {
        guard let row = rows.baseAddress?.advanced(by: frame * size) else { return }
        row.initialize(repeating: 0, count: size)
        row.pointee = Int16(clamping: senoneCount)
        scores(frame, row + 1)
      }
      count = size * frameCount
    }
    self.init(senoneCount: senoneCount, rows: all[...])
  }

  private init(senoneCount: Int, rows: ArraySlice<Int16>) {
    self.senoneCount = senoneCount
    self.rows = rows
    frameCount = rows.count / (senoneCount + 1)
  }

  private func row(_ frame: Int) -> Int { rows.startIndex + frame * (senoneCount + 1) }

  /// Returns the scores of a frame.
  public subscript(frame: Int) -> ArraySlice<Int16> { rows[row(frame) + 1..<row(frame + 1)] }

  /// Returns the scores of a range of frames, or of the part of it that exists.
  public func frames(_ range: Range<Int>) -> SenoneScores {
    let existing = range.clamped(to: 0..<frameCount)
    return SenoneScores(senoneCount: senoneCount, rows: rows[row(existing.lowerBound)..<row(existing.upperBound)])
  }

  /// Calls a function with a stream of the scores in the library's dump format.
  ///
  /// Layout (pocketsphinx `acmod.c`): a text header (sphinxbase `bio.c`), a number that tells the order of bytes, and the rows. The stream
  /// reads the rows where they are: each second has about a megabyte, and a copy would take 3 % of the time of recognition.
  ///
  /// - Returns: The result of the function; nil if the system has no memory for a stream.
  func withDump<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result? {
    var header = Data("s3\nversion 0.1\nn_sen \(senoneCount)\nlogbase 1.000100\nendhdr\n".utf8)
    withUnsafeBytes(of: UInt32(0x1122_3344)) { header.append(contentsOf: $0) }
    return header.withUnsafeBytes { header in
      rows.withUnsafeBytes { rows in
        guard let file = cpocketsphinx_open_parts(header.baseAddress, header.count, rows.baseAddress, rows.count) else {
          return nil
        }
        defer { fclose(file) }
        return body(file)
      }
    }
  }
}

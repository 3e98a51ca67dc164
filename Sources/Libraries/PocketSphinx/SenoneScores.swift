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
  /// For each frame, the number of senones and their scores, as in the library's dump format.
  private let rows: [Int16]

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
    rows = [Int16](unsafeUninitializedCapacity: size * frameCount) { rows, count in
      rows.initialize(repeating: 0)
      for frame in 0..<frameCount {
        guard let row = rows.baseAddress?.advanced(by: frame * size) else { return }
        row.pointee = Int16(clamping: senoneCount)
        scores(frame, row + 1)
      }
      count = size * frameCount
    }
    (self.senoneCount, self.frameCount) = (senoneCount, frameCount)
  }

  private init(senoneCount: Int, rows: [Int16]) {
    self.senoneCount = senoneCount
    self.rows = rows
    frameCount = rows.count / (senoneCount + 1)
  }

  /// Returns the scores of a frame.
  public subscript(frame: Int) -> ArraySlice<Int16> { rows[frame * (senoneCount + 1) + 1..<(frame + 1) * (senoneCount + 1)] }

  /// Returns the scores of a range of frames, or of the part of it that exists.
  public func frames(_ range: Range<Int>) -> SenoneScores {
    let existing = range.clamped(to: 0..<frameCount)
    let size = senoneCount + 1
    return SenoneScores(senoneCount: senoneCount, rows: Array(rows[existing.lowerBound * size..<existing.upperBound * size]))
  }

  /// The scores in the library's dump format.
  ///
  /// Layout (pocketsphinx `acmod.c`): a text header (sphinxbase `bio.c`), a number that tells the order of bytes, and the rows.
  var dump: Data {
    var data = Data("s3\nversion 0.1\nn_sen \(senoneCount)\nlogbase 1.000100\nendhdr\n".utf8)
    withUnsafeBytes(of: UInt32(0x1122_3344)) { data.append(contentsOf: $0) }
    rows.withUnsafeBytes { data.append(contentsOf: $0) }
    return data
  }
}

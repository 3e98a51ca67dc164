/// Mel-frequency cepstra of a stretch of audio: 100 frames a second, stored in one array.
public struct Cepstra: Equatable, Sendable {
  /// Coefficients in a frame; the first is the level.
  public let coefficientCount: Int
  /// All coefficients of the first frame, then of the second, and so on.
  public var values: [Float]

  /// Cepstra of frames that are `coefficientCount` values long each.
  public init(coefficientCount: Int, values: [Float]) {
    self.coefficientCount = coefficientCount
    self.values = values
  }

  /// The number of frames.
  public var frameCount: Int { coefficientCount == 0 ? 0 : values.count / coefficientCount }

  /// Whether each frame is louder than the average of all.
  public var isLouderThanAverage: [Bool] {
    let levels = (0..<frameCount).map { values[$0 * coefficientCount] }
    let average = levels.reduce(0, +) / Float(max(frameCount, 1))
    return levels.map { $0 > average }
  }

  /// Returns the range from the first to the last loud frame, with some frames before and after it; all frames if none is loud.
  public func audibleFrames(margin: Int) -> Range<Int> {
    let loud = isLouderThanAverage
    guard let first = loud.firstIndex(of: true), let last = loud.lastIndex(of: true) else { return 0..<frameCount }
    return (first - margin..<last + 1 + margin).clamped(to: 0..<frameCount)
  }

  /// Returns the first frame that is loud after a quiet stretch between loud frames; nil if no stretch is that long.
  ///
  /// - Parameters:
  ///   - length: The minimum number of frames that are quiet one after the other.
  ///   - most: The maximum number of frames from the first loud one to the stretch.
  ///   - lengths: The possible numbers of frames from the returned one to the last loud one.
  public func onset(afterQuiet length: Int, within most: Int, leaving lengths: ClosedRange<Int>) -> Int? {
    let loud = isLouderThanAverage
    guard let first = loud.firstIndex(of: true), let end = loud.lastIndex(of: true) else { return nil }
    var lastLoud = first
    for frame in first...end where loud[frame] {
      guard lastLoud - first <= most else { return nil }
      if frame - lastLoud > length { return lengths.contains(end - frame) ? frame : nil }
      lastLoud = frame
    }
    return nil
  }

  /// Returns the cepstra of a range of frames, or of the part of it that exists.
  public func frames(_ range: Range<Int>) -> Cepstra {
    let existing = range.clamped(to: 0..<frameCount)
    let values = values[existing.lowerBound * coefficientCount..<existing.upperBound * coefficientCount]
    return Cepstra(coefficientCount: coefficientCount, values: Array(values))
  }
}

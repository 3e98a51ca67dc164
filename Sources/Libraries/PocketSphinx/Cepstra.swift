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

  /// Returns the cepstra followed by repetitions of the quietest frame, as if the room tone continued.
  public func followedByQuiet(frames count: Int) -> Cepstra {
    let quietest = (0..<frameCount).min { values[$0 * coefficientCount] < values[$1 * coefficientCount] }
    guard let quietest else { return self }
    let frame = values[quietest * coefficientCount..<(quietest + 1) * coefficientCount]
    return Cepstra(
      coefficientCount: coefficientCount, values: values + repeatElement(frame, count: count).joined())
  }
}

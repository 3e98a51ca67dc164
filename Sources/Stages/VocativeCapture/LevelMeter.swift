/// A readable level meter: it rises immediately, falls slowly, and updates ten times a second.
public struct LevelMeter: Sendable {
  /// The displayed level, in dBFS.
  public private(set) var level = InputLevel.floor
  private var framesSinceShown = 0

  /// The fall in dB for each frame of 20 ms: the whole scale in a second.
  private static let fall = 2.0
  private static let framesBetweenShowings = 5

  /// Creates a meter at digital silence.
  public init() {}

  /// The displayed level on a scale from digital silence (0) to full scale (1).
  public var fraction: Double { min(max(1 - level / InputLevel.floor, 0), 1) }

  /// Adds the level of the next frame.
  ///
  /// - Returns: Whether the display should be updated.
  public mutating func receive(_ input: InputLevel) -> Bool {
    level = max(input.rms, level - Self.fall)
    framesSinceShown += 1
    guard framesSinceShown >= Self.framesBetweenShowings else { return false }
    framesSinceShown = 0
    return true
  }
}

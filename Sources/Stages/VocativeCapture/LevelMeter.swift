/// A level as people can read it: it rises at once, falls slowly, and is shown ten times a second.
public struct LevelMeter: Sendable {
  /// What it stands at, dBFS.
  public private(set) var level = InputLevel.floor
  private var framesSinceShown = 0

  /// dB that it falls in a frame of 20 ms: the scale in a second.
  private static let fall = 2.0
  private static let framesBetweenShowings = 5

  /// A meter that has seen nothing but silence.
  public init() {}

  /// The part of the way from digital silence to full scale, from 0 to 1.
  public var fraction: Double { min(max(1 - level / InputLevel.floor, 0), 1) }

  /// Takes the level of the next frame.
  ///
  /// - Returns: Whether it is time to show the meter again.
  public mutating func take(_ input: InputLevel) -> Bool {
    level = max(input.rms, level - Self.fall)
    framesSinceShown += 1
    guard framesSinceShown >= Self.framesBetweenShowings else { return false }
    framesSinceShown = 0
    return true
  }
}

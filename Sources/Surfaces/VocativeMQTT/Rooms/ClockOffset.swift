/// How far another box's clock is behind this one's: what the quickest of its messages took, network and all.
///
/// Two clocks that no time server keeps run at different speeds. The least offset that was ever seen would be wrong after some hours,
/// so that it may grow with time, as fast as clocks can drift apart.
struct ClockOffset: Equatable, Sendable {
  /// The offset when it was last looked at.
  let value: Duration
  /// When that was, by this box's clock.
  private let time: Duration

  /// Seconds a second by which two clocks drift apart at most: a cheap crystal is off by 100 millionths.
  private static let maxDrift = 0.0002

  /// The offset that a first message shows.
  init(_ delay: Duration, at time: Duration) { (value, self.time) = (delay, time) }

  /// The offset with what another message shows.
  ///
  /// - Parameters:
  ///   - delay: From when it was sent by the other clock to when it came by this one.
  ///   - time: When it came.
  func taking(_ delay: Duration, at time: Duration) -> ClockOffset {
    let grown = value + max(time - self.time, .zero) * Self.maxDrift
    return ClockOffset(min(grown, delay), at: max(time, self.time))
  }
}

/// The offset of another box's clock, measured as the shortest message delay, including the network's.
///
/// Unsynchronized clocks run at different speeds, so the smallest offset ever seen is wrong after some hours. The offset may
/// therefore grow over time, at the maximum rate at which clocks drift apart.
struct ClockOffset: Equatable, Sendable {
  /// The offset at the last update.
  let value: Duration
  /// The time of the last update by this box's clock.
  private let time: Duration

  /// The maximum drift between two clocks in seconds per second: a cheap crystal is off by 100 parts per million.
  private static let maxDrift = 0.0002

  /// Creates an offset from a first message.
  init(_ delay: Duration, at time: Duration) { (value, self.time) = (delay, time) }

  /// Updates the offset with another message.
  ///
  /// - Parameters:
  ///   - delay: The time from sending by the other clock to arrival by this one.
  ///   - time: The time of arrival.
  func taking(_ delay: Duration, at time: Duration) -> ClockOffset {
    let grown = value + max(time - self.time, .zero) * Self.maxDrift
    return ClockOffset(min(grown, delay), at: max(time, self.time))
  }
}

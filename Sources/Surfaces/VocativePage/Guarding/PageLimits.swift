/// The limits for browsers.
///
/// The microphone, handlers and the control socket need descriptors too.
public struct PageLimits: Equatable, Sendable {
  /// Maximum number of simultaneous connections; further ones wait until one closes.
  ///
  /// Each viewer needs one, and the rest are for loading the page.
  public var connections = PageHub.maxViewers + 64
  /// How long a connection without a pending response may be idle.
  public var idleTime = Duration.seconds(15)

  /// The default limits.
  public init() {}
}

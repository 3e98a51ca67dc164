/// What the browsers of a page may use up: the microphone, handlers and the control socket need descriptors too.
public struct PageLimits: Equatable, Sendable {
  /// Connections at a time; more wait until one is closed.
  ///
  /// Everybody who may watch has one, and some are left for what a page loads.
  public var connections = PageHub.mostViewers + 64
  /// How long a connection on which no request is answered may be silent.
  public var idleTime = Duration.seconds(15)

  /// The limits used when nothing else is said.
  public init() {}
}

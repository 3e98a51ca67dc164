/// A side that can mute the microphone, which is muted while at least one side mutes it.
public enum MuteHolder: String, CaseIterable, Comparable, Sendable, Codable {
  /// The owner, through the control socket.
  case owner
  /// The mute switch of a home automation on a broker.
  case homeAutomation = "home-automation"
  /// A skill on a broker.
  case skill

  /// Whether its mute outlasts a restart.
  ///
  /// A skill may not exist any more after a restart.
  public var isKept: Bool { self != .skill }

  /// Orders holders by name, so that lists have a fixed order.
  public static func < (one: MuteHolder, other: MuteHolder) -> Bool { one.rawValue < other.rawValue }
}

/// A side that mutes the microphone; it is muted for as long as any of them wants it.
public enum MuteHolder: String, CaseIterable, Comparable, Sendable, Codable {
  /// The owner, through the control socket.
  case owner
  /// The mute switch of a home automation on a broker.
  case homeAutomation = "home-automation"
  /// A skill on a broker.
  case skill

  /// Whether its mute outlasts a restart.
  ///
  /// A skill that wanted silence may not be there any more.
  public var isKept: Bool { self != .skill }

  /// By name, so that lists of them are always the same.
  public static func < (one: MuteHolder, other: MuteHolder) -> Bool { one.rawValue < other.rawValue }
}

/// A type of application state, declared once and referenced by this value everywhere else.
///
/// Activities can only be created from a type, and an assistant must declare a continuation for each type that its intents name.
/// A misspelled type is therefore impossible.
public struct ActivityType: Hashable, Sendable {
  /// The purposes for which activities of a type may be offered again.
  public enum Eligibility: String, Hashable, Sendable, Codable, CaseIterable {
    /// A person can find the activity by searching.
    case search
    /// The activity is suggested if it is likely to be wanted.
    case prediction
    /// The activity can be passed to another device.
    case handOff
  }

  /// The identifier in reverse-domain form, as in `bank.simple.goal-details`.
  public let identifier: String
  /// The purposes for which activities of the type may be offered again.
  public let eligibility: Set<Eligibility>

  /// Creates a type of activities.
  public init(_ identifier: String, eligibility: Set<Eligibility> = []) {
    self.identifier = identifier
    self.eligibility = eligibility
  }
}

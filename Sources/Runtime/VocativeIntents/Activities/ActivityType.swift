/// A kind of place or state an application can be taken to, declared once and referred to everywhere else as this value.
///
/// Activities can only be made from a type, and an assistant must say how each type its intents name is continued: a type that is
/// written one way here and another way there cannot happen.
public struct ActivityType: Hashable, Sendable {
  /// Where activities of a type may be offered again.
  public enum Eligibility: String, Hashable, Sendable, Codable, CaseIterable {
    /// Found when somebody looks for it.
    case search
    /// Suggested when it is likely to be wanted.
    case prediction
    /// Passed to another device.
    case handOff
  }

  /// The type in reverse-domain form, as in `bank.simple.goal-details`.
  public let identifier: String
  /// Where activities of the type may be offered again.
  public let eligibility: Set<Eligibility>

  /// A type of activities.
  public init(_ identifier: String, eligibility: Set<Eligibility> = []) {
    self.identifier = identifier
    self.eligibility = eligibility
  }
}

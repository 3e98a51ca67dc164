package import VocativeUnderstanding

/// Something of what others wrote that has no place in an intents file, or not the same one.
package struct ImportFinding: Equatable, Sendable, CustomStringConvertible {
  /// What became of it.
  package enum Outcome: String, Equatable, Sendable {
    /// It cannot be said or filled: it is not in the file.
    case leftOut
    /// It is in the file, and means a little less.
    case changed
  }

  /// Where it stands.
  package let location: Grammar.Location
  /// What became of it.
  package let outcome: Outcome
  /// What it is, why, and what to do.
  package let reason: String

  /// The place and the reason.
  package var description: String { "\(location): \(outcome == .leftOut ? "left out: " : "")\(reason)" }
}

package import VocativeUnderstanding

/// A part of the source that an intents file cannot represent, or not fully.
package struct ImportFinding: Equatable, Sendable, CustomStringConvertible {
  /// The effect on the part.
  package enum Outcome: String, Equatable, Sendable {
    /// The part cannot be spoken or filled, so it is not in the file.
    case leftOut
    /// The part is in the file with a reduced meaning.
    case changed
  }

  /// The location in the source.
  package let location: Grammar.Location
  /// The effect on the part.
  package let outcome: Outcome
  /// The part, the reason and the remedy.
  package let reason: String

  /// The location and the reason.
  package var description: String { "\(location): \(outcome == .leftOut ? "left out: " : "")\(reason)" }
}

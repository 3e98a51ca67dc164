package import VocativeUnderstanding

/// What keeps an intents file that has no faults from being written as Swift: everything found, each with its line.
package struct GenerationError: Error, Equatable, CustomStringConvertible {
  /// One thing that cannot be written.
  package struct Fault: Equatable, Sendable, CustomStringConvertible {
    /// Where it is.
    package let location: Grammar.Location
    /// What is wrong and what to do.
    package let reason: String

    /// The place and the reason.
    package var description: String { "\(location): \(reason)" }
  }

  /// The faults in the order of the file.
  package let faults: [Fault]

  /// One fault a line.
  package var description: String { faults.map(\.description).joined(separator: "\n") }
}

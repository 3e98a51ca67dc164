package import VocativeUnderstanding

/// The reasons a valid intents file cannot be written as Swift, each with its line.
package struct GenerationError: Error, Equatable, CustomStringConvertible {
  /// One part of the file that cannot be written.
  package struct Fault: Equatable, Sendable, CustomStringConvertible {
    /// The location of the fault.
    package let location: Grammar.Location
    /// The fault and its remedy.
    package let reason: String

    /// The location and the reason.
    package var description: String { "\(location): \(reason)" }
  }

  /// The faults, in file order.
  package let faults: [Fault]

  /// One line for each fault.
  package var description: String { faults.map(\.description).joined(separator: "\n") }
}

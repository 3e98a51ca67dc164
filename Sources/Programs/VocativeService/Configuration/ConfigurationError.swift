public import Vocative

/// A configuration that cannot be used, with everything that is wrong with it.
public struct ConfigurationError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong in each place, which stands at its beginning: a file with its line, or an environment variable.
  public let faults: [String]

  /// One fault a line.
  public var description: String { faults.joined(separator: "\n") }
  /// The configuration was wrong.
  public var exitStatus: ExitStatus { .configuration }
}

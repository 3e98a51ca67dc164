public import Vocative

/// An invalid configuration, with all its faults.
public struct ConfigurationError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// The faults.
  ///
  /// Each begins with its location: a file with its line, or an environment variable.
  public let faults: [String]

  /// The faults, one per line.
  public var description: String { faults.joined(separator: "\n") }
  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }
}

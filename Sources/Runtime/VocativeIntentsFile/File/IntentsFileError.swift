public import VocativeUnderstanding

/// The faults of an intents file, each with its line.
public struct IntentsFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A fault.
  public struct Fault: Equatable, Sendable, CustomStringConvertible {
    /// The place of the fault.
    public let location: Grammar.Location
    /// The cause and the remedy.
    public let reason: String

    /// Creates a fault at a place.
    package init(location: Grammar.Location, reason: String) {
      self.location = location
      self.reason = reason
    }

    /// The place and the cause.
    public var description: String { "\(location): \(reason)" }
  }

  /// The kinds of errors.
  public enum Code: Equatable, Sendable {
    /// The file does not exist or cannot be read.
    case missing
    /// The file has faults.
    case invalid
  }

  /// The kind of error.
  public let code: Code
  /// The faults in the order of the file.
  public let faults: [Fault]

  /// Creates an error with the faults of a file.
  package init(code: Code, faults: [Fault]) {
    self.code = code
    self.faults = faults
  }

  /// Creates an error with a single fault of a file.
  package init(_ reason: String, file: String, line: Int = 1, code: Code = .invalid) {
    self.init(code: code, faults: [.init(location: .init(file: file, line: line), reason: reason)])
  }

  /// The faults, one per line.
  public var description: String {
    code == .missing
      ? faults.map { "\($0.location.file): \($0.reason)" }.joined(separator: "\n")
      : faults.map(\.description).joined(separator: "\n")
  }
}

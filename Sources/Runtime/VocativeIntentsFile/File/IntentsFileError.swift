public import VocativeUnderstanding

/// What is wrong with an intents file: every fault found, each with its line.
public struct IntentsFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One fault.
  public struct Fault: Equatable, Sendable, CustomStringConvertible {
    /// Where it is.
    public let location: Grammar.Location
    /// What is wrong and what to do.
    public let reason: String

    /// A fault at a place.
    package init(location: Grammar.Location, reason: String) {
      self.location = location
      self.reason = reason
    }

    /// The place and the reason.
    public var description: String { "\(location): \(reason)" }
  }

  /// Whether the file is there at all.
  public enum Code: Equatable, Sendable {
    /// No such file, or it may not be read.
    case missing
    /// The file has faults.
    case invalid
  }

  /// Whether the file is there at all.
  public let code: Code
  /// The faults in the order of the file.
  public let faults: [Fault]

  /// Faults of a file.
  package init(code: Code, faults: [Fault]) {
    self.code = code
    self.faults = faults
  }

  /// The one fault of a file.
  package init(_ reason: String, file: String, line: Int = 1, code: Code = .invalid) {
    self.init(code: code, faults: [.init(location: .init(file: file, line: line), reason: reason)])
  }

  /// One fault a line.
  public var description: String {
    code == .missing
      ? faults.map { "\($0.location.file): \($0.reason)" }.joined(separator: "\n")
      : faults.map(\.description).joined(separator: "\n")
  }
}

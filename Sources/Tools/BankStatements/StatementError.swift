/// The reason why a statement cannot be read: the file, the line, the fault and a remedy.
public struct StatementError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The line, from 1; nil if the fault concerns the whole file.
  public let line: Int?
  /// The fault and its remedy.
  public let reason: String
  /// Whether the file is missing.
  public let isMissing: Bool
  /// Whether a program that reads the file is missing.
  public let isProgramMissing: Bool

  init(path: String, line: Int? = nil, reason: String, isMissing: Bool = false, isProgramMissing: Bool = false) {
    (self.path, self.line, self.reason) = (path, line, reason)
    (self.isMissing, self.isProgramMissing) = (isMissing, isProgramMissing)
  }

  /// The file, the line and the reason.
  public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

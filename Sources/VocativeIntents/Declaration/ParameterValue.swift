/// A value as it can be said: its identifier and its names, the full one first.
public struct SpokenValue: Equatable, Sendable {
  /// What identifies the value in a request.
  public let identifier: String
  /// What it is called on a screen.
  public let display: String
  /// What people call it, the full name first; a shorter name that two values share is used for neither.
  public let names: [String]
  /// Phones for names no dictionary has, by name.
  public let pronunciations: [String: [String]]

  /// A value under one or more names.
  public init(identifier: String, display: String, names: [String], pronunciations: [String: [String]] = [:]) {
    self.identifier = identifier
    self.display = display
    self.names = names
    self.pronunciations = pronunciations
  }
}

/// A type whose values can be said as the value of a parameter.
public protocol ParameterValue: Sendable {
  /// Every value that can be said now.
  static func spokenValues() async throws -> [SpokenValue]
  /// The value with this identifier; nil when there is none any more.
  static func value(for identifier: String) async throws -> Self?
}

public import VocativeUnderstanding

/// A value as it can be said: its identifier and its names, the full one first.
public struct SpokenValue: Equatable, Sendable {
  /// What identifies the value in a request.
  public let identifier: String
  /// What it is called on a screen.
  public let display: String
  /// What people call it, the full name first; a shorter name that two values share asks which one is meant.
  public let names: [String]
  /// Phones for names no dictionary has, by name.
  public let pronunciations: [String: [String]]

  /// The name to use in a dialog.
  public let dialogName: String

  /// A value under one or more names.
  ///
  /// - Parameter dialogName: The name to use in a dialog; nil for the first of the names.
  public init(
    identifier: String, display: String, names: [String], pronunciations: [String: [String]] = [:], dialogName: String? = nil
  ) {
    self.dialogName = dialogName ?? names.first ?? display
    self.identifier = identifier
    self.display = display
    self.names = names
    self.pronunciations = pronunciations
  }
}

/// A type whose values can be said as the value of a parameter: text, numbers, money, days, times, yes or no, enumerations, entities.
public protocol ParameterValue: Sendable {
  /// The kind of words its values are understood from; nil where they are listed.
  static var spokenKind: SpokenKind? { get }
  /// The words an assistant was given for its values at run time; nil for none.
  static var vocabularyKind: Vocabulary.Kind? { get }
  /// Every value that can be said now, where they are listed.
  static func spokenValues() async throws -> [SpokenValue]
  /// The value with this identifier; nil when there is none any more.
  static func value(for identifier: String) async throws -> Self?
  /// The values that are called this, as they are listed; more than one where a name is shared.
  static func spokenValues(matching spokenName: String) async throws -> [SpokenValue]
  /// The values to offer to somebody who was asked and not understood, the likeliest first.
  static func suggestedValues() async throws -> [SpokenValue]
  /// The value as it is listed, with what identifies it in a request.
  var spokenValue: SpokenValue { get }
}

extension ParameterValue {
  /// The values are listed.
  public static var spokenKind: SpokenKind? { nil }
  /// No words come at run time.
  public static var vocabularyKind: Vocabulary.Kind? { nil }
  /// Nothing: the words themselves are understood.
  public static func spokenValues() async throws -> [SpokenValue] { [] }
  /// Everything that is listed.
  public static func suggestedValues() async throws -> [SpokenValue] { try await spokenValues() }

  /// Looks through what is listed.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    let words = SpokenText.words(of: spokenName)
    return try await spokenValues().filter { value in value.names.contains { SpokenText.words(of: $0) == words } }
  }
}

/// A parameter that may stay empty.
extension Optional: ParameterValue where Wrapped: ParameterValue {
  /// The wrapped value's.
  public static var spokenKind: SpokenKind? { Wrapped.spokenKind }
  /// The wrapped value's.
  public static var vocabularyKind: Vocabulary.Kind? { Wrapped.vocabularyKind }
  /// The wrapped value's.
  public static func spokenValues() async throws -> [SpokenValue] { try await Wrapped.spokenValues() }
  /// The wrapped value with this identifier.
  public static func value(for identifier: String) async throws -> Self? {
    guard let value = try await Wrapped.value(for: identifier) else { return nil }
    return .some(value)
  }
  /// The wrapped values that are called this.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    try await Wrapped.spokenValues(matching: spokenName)
  }
  /// The wrapped values to offer.
  public static func suggestedValues() async throws -> [SpokenValue] { try await Wrapped.suggestedValues() }
  /// The wrapped value as it is listed; nothing has no identifier.
  public var spokenValue: SpokenValue {
    self?.spokenValue ?? SpokenValue(identifier: "", display: "", names: [])
  }
}

/// What an optional is, where its wrapped type does not matter.
protocol AnyOptional {
  static var nothing: Self { get }
  var isNothing: Bool { get }
}

extension Optional: AnyOptional {
  static var nothing: Self { nil }
  var isNothing: Bool {
    switch self {
    case .none: true
    case .some: false
    }
  }
}

public import VocativeUnderstanding

/// A value that can be spoken: its identifier and its names, the full name first.
public struct SpokenValue: Equatable, Sendable {
  /// The identifier in requests.
  public let identifier: String
  /// The name to display.
  public let display: String
  /// The spoken names, the full name first; if two values share a shorter name, the person is asked which one is meant.
  public let names: [String]
  /// Phones for names that no dictionary contains, by name.
  public let pronunciations: [String: [String]]

  /// The name to use in dialogs.
  public let dialogName: String

  /// Creates a value with one or more names.
  ///
  /// - Parameter dialogName: The name to use in dialogs; nil for the first name.
  public init(
    identifier: String, display: String, names: [String], pronunciations: [String: [String]] = [:], dialogName: String? = nil
  ) {
    self.dialogName = dialogName ?? names.first ?? display
    self.identifier = identifier
    self.display = display
    self.names = names
    self.pronunciations = pronunciations
  }

  /// Creates one value for several; a single one keeps its names.
  init(combining values: [SpokenValue]) {
    let name = SpokenList.of(values.map(\.dialogName), limit: values.count)
    self.init(
      identifier: ValueList.text(of: values.map(\.identifier)), display: values.map(\.display).joined(separator: ", "),
      names: values.count == 1 ? values[0].names : [name],
      pronunciations: values.count == 1 ? values[0].pronunciations : [:], dialogName: name)
  }
}

/// A type for parameters: text, numbers, money, days, times, yes or no, enumerations and entities.
public protocol ParameterValue: Sendable {
  /// The kind of words that its values are parsed from; nil if the values are listed.
  static var spokenKind: SpokenKind? { get }
  /// The vocabulary that supplies names at run time; nil for none.
  static var vocabularyKind: VocabularyKind? { get }
  /// Returns all values that can be spoken now, if the values are listed.
  static func spokenValues() async throws -> [SpokenValue]
  /// Returns the value with an identifier; nil if it does not exist anymore.
  static func value(for identifier: String) async throws -> Self?
  /// Returns the list values with a spoken name; more than one if the name is shared.
  static func spokenValues(matching spokenName: String) async throws -> [SpokenValue]
  /// Returns the values to offer if the answer to a question was not understood, likeliest first.
  static func suggestedValues() async throws -> [SpokenValue]
  /// The value as a list value, with its identifier in requests.
  var spokenValue: SpokenValue { get }
}

extension ParameterValue {
  /// The values are listed.
  public static var spokenKind: SpokenKind? { nil }
  /// There is no vocabulary.
  public static var vocabularyKind: VocabularyKind? { nil }
  /// Returns no values, because the words themselves are parsed.
  public static func spokenValues() async throws -> [SpokenValue] { [] }
  /// Returns all listed values.
  public static func suggestedValues() async throws -> [SpokenValue] { try await spokenValues() }

  /// Searches the listed values.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    let words = SpokenText.words(of: spokenName)
    return try await spokenValues().filter { value in value.names.contains { SpokenText.words(of: $0) == words } }
  }
}

/// A parameter that may stay empty.
extension Optional: ParameterValue where Wrapped: ParameterValue {
  /// The kind of the wrapped type.
  public static var spokenKind: SpokenKind? { Wrapped.spokenKind }
  /// The vocabulary of the wrapped type.
  public static var vocabularyKind: VocabularyKind? { Wrapped.vocabularyKind }
  /// Returns the values of the wrapped type.
  public static func spokenValues() async throws -> [SpokenValue] { try await Wrapped.spokenValues() }
  /// Returns the wrapped value with an identifier.
  public static func value(for identifier: String) async throws -> Self? {
    guard let value = try await Wrapped.value(for: identifier) else { return nil }
    return .some(value)
  }
  /// Returns the wrapped values with a spoken name.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    try await Wrapped.spokenValues(matching: spokenName)
  }
  /// Returns the wrapped values to offer.
  public static func suggestedValues() async throws -> [SpokenValue] { try await Wrapped.suggestedValues() }
  /// The wrapped value as a list value; for nil, the identifier is empty.
  public var spokenValue: SpokenValue {
    self?.spokenValue ?? SpokenValue(identifier: "", display: "", names: [])
  }
}

/// Several values of a parameter, as in "milk, eggs and bread".
extension Array: ParameterValue where Element: ParameterValue {
  /// The kind of the elements.
  public static var spokenKind: SpokenKind? { Element.spokenKind }
  /// The vocabulary of the elements.
  public static var vocabularyKind: VocabularyKind? { Element.vocabularyKind }
  /// Returns the values of the elements.
  public static func spokenValues() async throws -> [SpokenValue] { try await Element.spokenValues() }
  /// Returns the elements with the identifiers of a `ValueList`; nil if one does not exist anymore.
  public static func value(for identifier: String) async throws -> Self? {
    var values: Self = []
    for identifier in ValueList.values(of: identifier) {
      guard let value = try await Element.value(for: identifier) else { return nil }
      values.append(value)
    }
    return values.isEmpty ? nil : values
  }
  /// Returns the elements with a spoken name.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    try await Element.spokenValues(matching: spokenName)
  }
  /// Returns the elements to offer.
  public static func suggestedValues() async throws -> [SpokenValue] { try await Element.suggestedValues() }
  /// The elements as one list value.
  public var spokenValue: SpokenValue { SpokenValue(combining: map(\.spokenValue)) }
}

/// A type for parameters with several values.
protocol MultipleValues {}

extension Array: MultipleValues where Element: ParameterValue {}
extension Optional: MultipleValues where Wrapped: MultipleValues {}

/// The name of a type of values, which optional and multiple values share with single ones.
enum ValueTypeName {
  /// Returns `Plant` for `Plant`, `Plant?` and `[Plant]`.
  static func of<Value: ParameterValue>(_ type: Value.Type) -> String {
    unwrapped("\(type)", from: ["Optional<", "Array<"])
  }

  /// Returns the name with the module and the types around it, which no other type has.
  static func full<Value: ParameterValue>(_ type: Value.Type) -> String {
    unwrapped(String(reflecting: type), from: ["Swift.Optional<", "Swift.Array<"])
  }

  private static func unwrapped(_ name: String, from wrappers: [String]) -> String {
    var name = name
    for wrapper in wrappers where name.hasPrefix(wrapper) { name = String(name.dropFirst(wrapper.count).dropLast()) }
    return name
  }
}

extension SpokenKind {
  /// The name of the type of its values, as in an intents file.
  package var typeName: String {
    switch self {
    case .number, .decimal: "number"
    case .amount: "amount"
    case .day: "day"
    case .timeOfDay, .clockTime: "time"
    case .dayAndTime: "day-and-time"
    case .duration: "duration"
    case .text: "text"
    }
  }
}

/// A view of an optional that does not depend on its wrapped type.
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

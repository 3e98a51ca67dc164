import Synchronization
import VocativeUnderstanding

/// A slot of an intent: its title, the question for a missing value, and the spoken value.
///
/// A parameter of an optional type may stay empty. Any other parameter needs a prompt, a default, or phrases that always contain
/// it.
@propertyWrapper
public final class Parameter<Value: ParameterValue>: Sendable {
  /// A short title to display.
  public let title: String
  /// The question to ask if a required value is missing; nil if all phrases contain the value.
  public let prompt: String?
  /// The question to ask if several values share the spoken name; nil for a generic question.
  public let disambiguationPrompt: String?
  let kind: SpokenKind?
  /// The values of an options provider; nil without one.
  let options: ParameterOptions<Value>?
  private let defaultValue: Value?
  private let storage: Mutex<Value?>

  /// Creates a parameter.
  ///
  /// If it has no prompt, phrases must contain its value.
  public convenience init(
    title: String, prompt: String? = nil, disambiguationPrompt: String? = nil, default: Value? = nil
  ) {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: disambiguationPrompt, kind: Value.spokenKind, default: `default`)
  }

  init(
    title: String, prompt: String?, disambiguationPrompt: String?, kind: SpokenKind?, default: Value?,
    options: ParameterOptions<Value>? = nil
  ) {
    self.title = title
    self.prompt = prompt
    self.disambiguationPrompt = disambiguationPrompt
    self.kind = kind
    self.options = options
    defaultValue = `default`
    storage = Mutex(nil)
  }

  /// The spoken value, or the default.
  ///
  /// The runtime performs an intent only if all parameters are filled. Reading an empty parameter before that is a programming
  /// error.
  public var wrappedValue: Value {
    get {
      if let value = value { return value }
      if let empty = Value.self as? any AnyOptional.Type, let nothing = empty.nothing as? Value { return nothing }
      preconditionFailure("the parameter \"\(title)\" was read before the intent was performed")
    }
    set { storage.withLock { $0 = newValue } }
  }

  /// The parameter itself, to be named in phrases: `\(\.$goal)`.
  public var projectedValue: Parameter<Value> { self }

  /// The spoken value, or the default; nil if there is neither.
  private var value: Value? { storage.withLock { $0 } ?? defaultValue }
}

extension Parameter where Value == Int {
  /// Creates a parameter for a whole number in a range; numbers outside are rejected.
  public convenience init(title: String, prompt: String? = nil, default: Int? = nil, in range: ClosedRange<Int>) {
    self.init(title: title, prompt: prompt, disambiguationPrompt: nil, kind: .number(range), default: `default`)
  }
}

extension Parameter where Value == Int? {
  /// Creates an optional parameter for a whole number in a range; numbers outside are rejected.
  public convenience init(title: String, prompt: String? = nil, in range: ClosedRange<Int>) {
    self.init(title: title, prompt: prompt, disambiguationPrompt: nil, kind: .number(range), default: nil)
  }
}

extension Parameter where Value == Double {
  /// Creates a parameter for a number with decimals in a range; others are rejected.
  ///
  /// - Parameter step: The distance from one number to the next, at least 0.01; it and the bounds have up to two decimals.
  public convenience init(
    title: String, prompt: String? = nil, default: Double? = nil, in range: ClosedRange<Double>, step: Double
  ) {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: nil, kind: .decimal(DecimalRange(range, step: step)), default: `default`
    )
  }
}

extension Parameter where Value == Double? {
  /// Creates an optional parameter for a number with decimals in a range; others are rejected.
  ///
  /// - Parameter step: The distance from one number to the next, at least 0.01; it and the bounds have up to two decimals.
  public convenience init(title: String, prompt: String? = nil, in range: ClosedRange<Double>, step: Double) {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: nil, kind: .decimal(DecimalRange(range, step: step)), default: nil)
  }
}

/// A parameter whose value type is not known statically.
protocol AnyParameter: AnyObject, Sendable {
  var title: String { get }
  var prompt: String? { get }
  var disambiguationPrompt: String? { get }
  var list: String { get }
  /// The value that distinguishes the list from another one of the same name.
  var listIdentity: String { get }
  var kind: SpokenKind? { get }
  var vocabularyKind: VocabularyKind? { get }
  var isRequired: Bool { get }
  /// The dependencies of the query or the provider of its values.
  var dependencies: [any AnyDependency] { get }
  /// Whether it takes several values in a row.
  var isMultiple: Bool { get }
  /// The value or the default as a list value; nil if the parameter is empty.
  var filled: SpokenValue? { get }
  /// The value as a list value, without the default; nil if there is none.
  var assigned: SpokenValue? { get }
  func values() async throws -> [SpokenValue]
  /// Returns the list value with an identifier; nil if there is none.
  func value(for identifier: String) async throws -> SpokenValue?
  func values(matching spokenName: String) async throws -> [SpokenValue]
  func suggestedValues() async throws -> [SpokenValue]
  /// Fills the parameter; returns false if the value does not exist anymore.
  func fill(with identifier: String) async throws -> Bool
  /// Removes the value; a default stays.
  func clear()
}

extension Parameter: AnyParameter {
  /// The list of the values.
  ///
  /// Parameters of one type share a list; number ranges have separate lists.
  var list: String {
    if case .number(let range)? = kind { return "number \(range.lowerBound) to \(range.upperBound)" }
    if case .decimal(let range)? = kind { return "number \(range.from) to \(range.through) by \(range.step)" }
    return [ValueTypeName.of(Value.self), options?.name].compactMap(\.self).joined(separator: " of ")
  }

  /// The types behind the list with their modules, and the properties of its provider.
  var listIdentity: String {
    [ValueTypeName.full(Value.self), options?.identity()].compactMap(\.self).joined(separator: " of ")
  }

  var isMultiple: Bool { Value.self is any MultipleValues.Type }

  var vocabularyKind: VocabularyKind? { Value.vocabularyKind }
  var dependencies: [any AnyDependency] { options?.dependencies() ?? EntityQueryDependencies.of(Value.self) }
  var isRequired: Bool { !(Value.self is any AnyOptional.Type) && defaultValue == nil }

  var filled: SpokenValue? { Self.listed(value) }
  var assigned: SpokenValue? { Self.listed(storage.withLock { $0 }) }

  private static func listed(_ value: Value?) -> SpokenValue? {
    guard let value, (value as? any AnyOptional)?.isNothing != true else { return nil }
    return value.spokenValue
  }

  func values() async throws -> [SpokenValue] {
    guard let options else { return try await Value.spokenValues() }
    return try await options.values()
  }

  /// Returns the value with an identifier, among the options if there are any.
  func typedValue(for identifier: String) async throws -> Value? {
    guard let options else { return try await Value.value(for: identifier) }
    return try await options.value(identifier)
  }

  func value(for identifier: String) async throws -> SpokenValue? { try await typedValue(for: identifier)?.spokenValue }

  func values(matching spokenName: String) async throws -> [SpokenValue] {
    guard let options else { return try await Value.spokenValues(matching: spokenName) }
    let words = SpokenText.words(of: spokenName)
    return try await options.values().filter { value in value.names.contains { SpokenText.words(of: $0) == words } }
  }

  func suggestedValues() async throws -> [SpokenValue] {
    guard let options else { return try await Value.suggestedValues() }
    return try await options.values()
  }

  func fill(with identifier: String) async throws -> Bool {
    guard let value = try await typedValue(for: identifier) else { return false }
    storage.withLock { $0 = value }
    return true
  }

  func clear() { storage.withLock { $0 = nil } }
}

extension Intent {
  /// The intent's parameters by name, in the order of their declaration.
  var parameters: [(name: String, parameter: any AnyParameter)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let parameter = child.value as? any AnyParameter, let label = child.label else { return nil }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter)
    }
  }
}

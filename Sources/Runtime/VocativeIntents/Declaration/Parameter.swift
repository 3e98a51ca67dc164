import Synchronization
import VocativeUnderstanding

/// A slot of an intent: what it is called, what to ask when it is missing, and the value that was said.
///
/// A parameter of an optional type may stay empty; any other is asked for with its prompt, or has a default.
@propertyWrapper
public final class Parameter<Value: ParameterValue>: Sendable {
  /// A word or two for people.
  public let title: String
  /// What to ask when the value is needed and was not said; nil where a phrase always brings it.
  public let prompt: String?
  /// What to ask when several values are called what was said; nil to ask in general words.
  public let disambiguationPrompt: String?
  let kind: SpokenKind?
  private let defaultValue: Value?
  private let storage: Mutex<Value?>

  /// A parameter that is asked for with `prompt` when it was not said; without one, phrases must bring it.
  public convenience init(
    title: String, prompt: String? = nil, disambiguationPrompt: String? = nil, default: Value? = nil
  ) {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: disambiguationPrompt, kind: Value.spokenKind, default: `default`)
  }

  private init(title: String, prompt: String?, disambiguationPrompt: String?, kind: SpokenKind?, default: Value?) {
    self.title = title
    self.prompt = prompt
    self.disambiguationPrompt = disambiguationPrompt
    self.kind = kind
    defaultValue = `default`
    storage = Mutex(nil)
  }

  /// The value that was said, else the default.
  ///
  /// An intent is performed only when all its parameters are filled; reading an empty one before that is a programming error.
  public var wrappedValue: Value {
    get {
      if let value = value { return value }
      if let empty = Value.self as? any AnyOptional.Type, let nothing = empty.nothing as? Value { return nothing }
      preconditionFailure("the parameter \"\(title)\" was read before the intent was performed")
    }
    set { storage.withLock { $0 = newValue } }
  }

  /// The parameter itself, as phrases name it: `\(\.$goal)`.
  public var projectedValue: Parameter<Value> { self }

  /// What was said, else the default; nil when neither is there.
  private var value: Value? { storage.withLock { $0 } ?? defaultValue }
}

extension Parameter where Value == Int {
  /// A whole number within a range; a number outside is not understood.
  public convenience init(title: String, prompt: String? = nil, default: Int? = nil, in range: ClosedRange<Int>) {
    self.init(title: title, prompt: prompt, disambiguationPrompt: nil, kind: .number(range), default: `default`)
  }
}

extension Parameter where Value == Int? {
  /// A whole number within a range, or none; a number outside is not understood.
  public convenience init(title: String, prompt: String? = nil, in range: ClosedRange<Int>) {
    self.init(title: title, prompt: prompt, disambiguationPrompt: nil, kind: .number(range), default: nil)
  }
}

/// A parameter whose value's type is not known statically.
protocol AnyParameter: AnyObject, Sendable {
  var title: String { get }
  var prompt: String? { get }
  var disambiguationPrompt: String? { get }
  var list: String { get }
  var kind: SpokenKind? { get }
  var vocabularyKind: Vocabulary.Kind? { get }
  var isRequired: Bool { get }
  /// The value as it is listed; nil when it is empty.
  var filled: SpokenValue? { get }
  func values() async throws -> [SpokenValue]
  /// The value with this identifier as it is listed; nil when there is none.
  func value(for identifier: String) async throws -> SpokenValue?
  func values(matching spokenName: String) async throws -> [SpokenValue]
  func suggestedValues() async throws -> [SpokenValue]
  /// Fills the parameter; false when there is no such value any more.
  func fill(with identifier: String) async throws -> Bool
}

extension Parameter: AnyParameter {
  /// Parameters of one type share a list; numbers in a range have one of their own.
  var list: String {
    if case .number(let range)? = kind { return "number \(range.lowerBound) to \(range.upperBound)" }
    let name = String(describing: Value.self)
    return name.hasPrefix("Optional<") ? String(name.dropFirst(9).dropLast()) : name
  }

  var vocabularyKind: Vocabulary.Kind? { Value.vocabularyKind }
  var isRequired: Bool { !(Value.self is any AnyOptional.Type) && defaultValue == nil }

  var filled: SpokenValue? {
    guard let value, (value as? any AnyOptional)?.isNothing != true else { return nil }
    return value.spokenValue
  }

  func values() async throws -> [SpokenValue] { try await Value.spokenValues() }

  func value(for identifier: String) async throws -> SpokenValue? {
    try await Value.value(for: identifier)?.spokenValue
  }

  func values(matching spokenName: String) async throws -> [SpokenValue] {
    try await Value.spokenValues(matching: spokenName)
  }

  func suggestedValues() async throws -> [SpokenValue] { try await Value.suggestedValues() }

  func fill(with identifier: String) async throws -> Bool {
    guard let value = try await Value.value(for: identifier) else { return false }
    storage.withLock { $0 = value }
    return true
  }
}

extension Intent {
  /// The intent's parameters by name, in the order they are declared.
  var parameters: [(name: String, parameter: any AnyParameter)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let parameter = child.value as? any AnyParameter, let label = child.label else { return nil }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter)
    }
  }
}

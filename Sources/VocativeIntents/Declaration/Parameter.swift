import Synchronization

/// A slot of an intent: what it is called, what to ask when it is missing, and the value that was said.
@propertyWrapper
public final class Parameter<Value: ParameterValue>: Sendable {
  /// A word or two for people.
  public let title: String
  /// What to ask when the value is needed and was not said.
  public let prompt: String
  private let storage = Mutex<Value?>(nil)

  /// A parameter that is asked for with `prompt` when it was not said.
  public init(title: String, prompt: String) {
    self.title = title
    self.prompt = prompt
  }

  /// The value that was said.
  ///
  /// An intent is performed only when all its parameters are filled; reading one before that is a programming error.
  public var wrappedValue: Value {
    get {
      guard let value = storage.withLock({ $0 }) else {
        preconditionFailure("the parameter \"\(title)\" was read before the intent was performed")
      }
      return value
    }
    set { storage.withLock { $0 = newValue } }
  }

  /// The parameter itself, as phrases name it: `\(\.$goal)`.
  public var projectedValue: Parameter<Value> { self }
}

/// A parameter whose value's type is not known statically.
protocol AnyParameter: AnyObject, Sendable {
  var title: String { get }
  var prompt: String { get }
  var list: String { get }
  func values() async throws -> [SpokenValue]
  func fill(with identifier: String) async throws -> Bool
}

extension Parameter: AnyParameter {
  var list: String { String(describing: Value.self) }

  func values() async throws -> [SpokenValue] { try await Value.spokenValues() }

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

/// What an assistant's intents and queries work with, one value a type: stores, clients, clocks.
public struct Dependencies: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// No dependencies.
  public init() {}

  /// Adds a value, replacing one of the same type.
  public mutating func add<Value: Sendable>(_ value: Value) {
    values[ObjectIdentifier(Value.self)] = value
  }

  fileprivate func value<Value: Sendable>(of type: Value.Type) -> Value? { values[ObjectIdentifier(type)] as? Value }

  /// The dependencies of the assistant whose intent or query is running.
  @TaskLocal static var current = Dependencies()
}

/// A dependency of the assistant, found when an intent is performed or a query is asked.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  /// A dependency that will be found by its type.
  public init() {}

  /// The assistant's value of this type.
  ///
  /// An assistant that declares an intent and not what it needs is a programming error.
  public var wrappedValue: Value {
    guard let value = Dependencies.current.value(of: Value.self) else {
      preconditionFailure("no \(Value.self) among the assistant's dependencies")
    }
    return value
  }
}

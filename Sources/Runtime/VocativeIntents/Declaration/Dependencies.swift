/// What an assistant's intents and queries work with, one value a type: stores, clients, clocks.
public struct Dependencies: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// No dependencies.
  public init() {}

  /// Adds a value, replacing one of the same type.
  public mutating func add<Value: Sendable>(_ value: Value) {
    values[ObjectIdentifier(Value.self)] = value
  }

  /// Adds a value unless there is one of the same type.
  mutating func addDefault<Value: Sendable>(_ value: Value) {
    if values[ObjectIdentifier(Value.self)] == nil { add(value) }
  }

  fileprivate func value<Value: Sendable>(of type: Value.Type) -> Value? { values[ObjectIdentifier(type)] as? Value }

  /// The assistant's clock, else the computer's.
  var clock: WallClock { value(of: WallClock.self) ?? WallClock() }

  /// The dependencies of the assistant whose intent or query is running.
  @TaskLocal static var current = Dependencies()

  /// What the runtime gives every assistant.
  mutating func add(servicesOf memory: AssistantMemory, latest: LatestShortcut = LatestShortcut()) {
    addDefault(WallClock())
    add(memory)
    add(memory.vocabulary)
    add(memory.toggles)
    add(memory.shortcuts)
    add(latest)
  }
}

/// A dependency of the assistant, found when an intent is performed or a query is asked.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  /// A dependency that will be found by its type.
  public init() {}

  /// The assistant's value of this type.
  ///
  /// An intent that needs what its assistant does not have is refused when the assistant is made; a query has no such check.
  public var wrappedValue: Value {
    guard let value = Dependencies.current.value(of: Value.self) else {
      preconditionFailure("no \(Value.self) among the assistant's dependencies")
    }
    return value
  }
}

/// A dependency whose type is not known statically.
package protocol AnyDependency: Sendable {
  /// The type that is needed, when these do not have it.
  func missing(from dependencies: Dependencies) -> String?
}

extension Dependency: AnyDependency {
  /// The type that is needed, when these do not have it.
  package func missing(from dependencies: Dependencies) -> String? {
    dependencies.value(of: Value.self) == nil ? String(describing: Value.self) : nil
  }
}

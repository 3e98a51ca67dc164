/// The dependencies of intents and queries, such as stores, clients and clocks, with one value per type.
public struct Dependencies: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty set of dependencies.
  public init() {}

  /// Adds a value, replacing a value of the same type.
  public mutating func add<Value: Sendable>(_ value: Value) {
    values[ObjectIdentifier(Value.self)] = value
  }

  /// Adds a value, unless there is already a value of the same type.
  mutating func addDefault<Value: Sendable>(_ value: Value) {
    if values[ObjectIdentifier(Value.self)] == nil { add(value) }
  }

  fileprivate func value<Value: Sendable>(of type: Value.Type) -> Value? { values[ObjectIdentifier(type)] as? Value }

  /// The assistant's clock; by default the system clock.
  var clock: WallClock { value(of: WallClock.self) ?? WallClock() }

  /// The dependencies of the assistant whose intent or query is running.
  @TaskLocal static var current = Dependencies()

  /// Adds the services that the runtime provides for every assistant.
  mutating func addServices(latest: LatestShortcut) {
    addDefault(WallClock())
    add(latest)
  }
}

/// A dependency of the assistant, resolved when an intent is performed or a query runs.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  /// Creates a dependency that is resolved by its type.
  public init() {}

  /// The assistant's value of this type.
  ///
  /// Creating an assistant fails if a dependency of an intent, or of the query or the options provider of a parameter, is missing.
  public var wrappedValue: Value {
    guard let value = Dependencies.current.value(of: Value.self) else {
      preconditionFailure(
        Value.self is any MemoryService.Type
          ? "the runtime has no \(Value.self); create it with an AssistantMemory"
          : "no \(Value.self) among the assistant's dependencies")
    }
    return value
  }
}

/// A dependency whose type is not known statically.
package protocol AnyDependency: Sendable {
  /// Returns the required type if these dependencies lack it.
  func missing(from dependencies: Dependencies) -> String?
}

extension Dependency: AnyDependency {
  /// Returns the required type if these dependencies lack it.
  package func missing(from dependencies: Dependencies) -> String? {
    dependencies.value(of: Value.self) == nil && !(Value.self is any MemoryService.Type) ? "\(Value.self)" : nil
  }
}

extension Mirror {
  /// The dependencies among the properties.
  var dependencies: [any AnyDependency] { children.compactMap { $0.value as? any AnyDependency } }
}

/// The dependencies of the queries of entities.
enum EntityQueryDependencies {
  /// Returns the dependencies of the query of an entity, also of an optional one or of several; none for other values.
  static func of(_ type: any ParameterValue.Type) -> [any AnyDependency] {
    func dependencies<Found: Entity>(_ type: Found.Type) -> [any AnyDependency] {
      Mirror(reflecting: Found.defaultQuery).dependencies
    }
    if let wrapper = type as? any WrappedValue.Type { return of(wrapper.valueType) }
    guard let entity = type as? any Entity.Type else { return [] }
    return dependencies(entity)
  }
}

/// A type of parameters that consist of values of another type.
private protocol WrappedValue {
  static var valueType: any ParameterValue.Type { get }
}

extension Optional: WrappedValue where Wrapped: ParameterValue {
  fileprivate static var valueType: any ParameterValue.Type { Wrapped.self }
}

extension Array: WrappedValue where Element: ParameterValue {
  fileprivate static var valueType: any ParameterValue.Type { Element.self }
}

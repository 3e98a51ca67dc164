/// What became of one parameter: SiriKit's six resolution results.
public enum Resolution<Value: Sendable>: Sendable {
  /// This is the value.
  case success(Value)
  /// There is no value, and one is needed; `dialog` asks for it, else the parameter's prompt.
  case needsValue(dialog: String? = nil)
  /// Any of these may be meant; `dialog` asks which, else the parameter's own words.
  case disambiguation(among: [Value], dialog: String? = nil)
  /// This may be the value; `dialog` asks whether it is.
  case confirmationRequired(Value, dialog: String)
  /// The value cannot be used; `reason` says why, and another one is asked for where there is a prompt.
  case unsupported(reason: String)
  /// The intent can do without.
  case notRequired
}

extension Resolution: Equatable where Value: Equatable {}

/// How one parameter of an intent is resolved, where the usual way is not enough.
///
/// ```swift
/// static let resolvers = [
///   ParameterResolver<MoveMoney>(\.$amount) { intent, amount in
///     guard let amount else { return .needsValue() }
///     return amount <= intent.source.saved ? .success(amount) : .unsupported(reason: "There is not that much in it.")
///   }
/// ]
/// ```
public struct ParameterResolver<Resolved: Intent>: Sendable {
  let name: String
  let resolve: @Sendable (Resolved) async throws -> Resolution<SpokenValue>

  /// Resolves a parameter that must be filled; the parameters declared before it are resolved already.
  public init<Value: ParameterValue>(
    _ parameter: any KeyPath<Resolved, Parameter<Value>> & Sendable,
    _ resolve: @escaping @Sendable (Resolved, Value?) async throws -> Resolution<Value>
  ) {
    name = Resolved.name(of: parameter)
    self.resolve = { intent in
      let named = intent[keyPath: parameter]
      return try await resolve(intent, named.filled == nil ? nil : named.wrappedValue).listed
    }
  }

  /// Resolves a parameter that may stay empty; the parameters declared before it are resolved already.
  public init<Value: ParameterValue>(
    optional parameter: any KeyPath<Resolved, Parameter<Value?>> & Sendable,
    _ resolve: @escaping @Sendable (Resolved, Value?) async throws -> Resolution<Value>
  ) {
    name = Resolved.name(of: parameter)
    self.resolve = { intent in try await resolve(intent, intent[keyPath: parameter].wrappedValue).listed }
  }
}

extension Intent {
  static func name<Value>(of parameter: KeyPath<Self, Parameter<Value>>) -> String {
    let intent = Self()
    let named = intent[keyPath: parameter]
    // A key path to a parameter always leads to one of the intent's own; `?` would be refused as an unknown slot.
    return intent.parameters.first { $0.parameter === named }?.name ?? "?"
  }
}

extension Resolution where Value: ParameterValue {
  fileprivate var listed: Resolution<SpokenValue> {
    switch self {
    case .success(let value): .success(value.spokenValue)
    case .needsValue(let dialog): .needsValue(dialog: dialog)
    case .disambiguation(let values, let dialog): .disambiguation(among: values.map(\.spokenValue), dialog: dialog)
    case .confirmationRequired(let value, let dialog): .confirmationRequired(value.spokenValue, dialog: dialog)
    case .unsupported(let reason): .unsupported(reason: reason)
    case .notRequired: .notRequired
    }
  }
}

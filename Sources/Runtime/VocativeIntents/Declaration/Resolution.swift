/// The result of resolving a parameter: one of SiriKit's six resolution results.
public enum Resolution<Value: Sendable>: Sendable {
  /// The parameter has this value.
  case success(Value)
  /// A value is required but missing; `dialog` asks for it, or the parameter's prompt by default.
  case needsValue(dialog: String? = nil)
  /// Several values are possible; `dialog` asks which one is meant, or the parameter's own question by default.
  case disambiguation(among: [Value], dialog: String? = nil)
  /// The value is uncertain; `dialog` asks whether it is right.
  case confirmationRequired(Value, dialog: String)
  /// The value cannot be used for this `reason`; if there is a prompt, the person is asked for another value.
  case unsupported(reason: String)
  /// The intent does not require a value.
  case notRequired
}

extension Resolution: Equatable where Value: Equatable {}

/// Custom resolution of one parameter of an intent.
///
/// ```swift
/// static let resolvers = [
///   ParameterResolver<MoveMoney>(\.$amount) { intent, amount in
///     guard let amount else { return .needsValue() }
///     return amount <= intent.source.saved ? .success(amount) : .unsupported(reason: "There isn't that much in it.")
///   }
/// ]
/// ```
public struct ParameterResolver<Resolved: Intent>: Sendable {
  let name: String
  /// The names of the parameters that the answer to the question about this one may fill instead.
  let alternatives: [String]
  let resolve: @Sendable (Resolved) async throws -> Resolution<SpokenValue>

  /// Resolves a required parameter; the parameters declared before it are already resolved.
  public init<Value: ParameterValue>(
    _ parameter: any KeyPath<Resolved, Parameter<Value>> & Sendable,
    _ resolve: @escaping @Sendable (Resolved, Value?) async throws -> Resolution<Value>
  ) {
    name = Resolved.name(of: parameter)
    alternatives = []
    self.resolve = { intent in
      let named = intent[keyPath: parameter]
      return try await resolve(intent, named.filled == nil ? nil : named.wrappedValue).listed
    }
  }

  /// Resolves an optional parameter; the parameters declared before it are already resolved.
  ///
  /// - Parameter alternatives: The parameters that the answer to the question about this one may fill instead, if none of them has a
  ///   value: "tomorrow at six" answers "At what time?".
  public init<Value: ParameterValue>(
    optional parameter: any KeyPath<Resolved, Parameter<Value?>> & Sendable, or alternatives: [PartialKeyPath<Resolved>] = [],
    _ resolve: @escaping @Sendable (Resolved, Value?) async throws -> Resolution<Value>
  ) {
    name = Resolved.name(of: parameter)
    self.alternatives = alternatives.map { Resolved.name(of: $0) }
    self.resolve = { intent in try await resolve(intent, intent[keyPath: parameter].wrappedValue).listed }
  }
}

extension Intent {
  static func name(of parameter: PartialKeyPath<Self>) -> String {
    let intent = Self()
    let named = intent[keyPath: parameter] as? any AnyParameter
    // A key path to a parameter always leads to one of the intent's own; `?` is rejected as an unknown slot.
    return intent.parameters.first { $0.parameter === named }?.name ?? "?"
  }
}

extension Resolution where Value: ParameterValue {
  fileprivate var listed: Resolution<SpokenValue> {
    switch self {
    case .success(let value): (value as? any AnyOptional)?.isNothing == true ? .notRequired : .success(value.spokenValue)
    case .needsValue(let dialog): .needsValue(dialog: dialog)
    case .disambiguation(let values, let dialog): .disambiguation(among: values.map(\.spokenValue), dialog: dialog)
    case .confirmationRequired(let value, let dialog): .confirmationRequired(value.spokenValue, dialog: dialog)
    case .unsupported(let reason): .unsupported(reason: reason)
    case .notRequired: .notRequired
    }
  }
}

/// A named group of intents and nested features with shared requirements: Flint's feature and feature group.
public struct Feature: Sendable {
  /// The name in topics, as in `Goals`.
  public let name: String
  /// The constraints, which also apply to everything inside.
  public let constraints: [FeatureConstraint]
  /// Whether its phrases are removed while it is unavailable; otherwise the answer gives the reason.
  public let isHiddenWhenUnavailable: Bool
  let parts: [AssistantPart]

  /// Creates a feature with intents and nested features.
  public init(
    _ name: String, constraints: [FeatureConstraint] = [], isHiddenWhenUnavailable: Bool = false,
    @AssistantBuilder parts: () -> [AssistantPart]
  ) {
    self.name = name
    self.constraints = constraints
    self.isHiddenWhenUnavailable = isHiddenWhenUnavailable
    self.parts = parts()
  }

  /// The intents of a feature that is not part of another one.
  package var intents: [IntentDefinition] { flattened(within: FeatureMembership()) }

  /// The intents with their feature paths and constraints.
  func flattened(within outer: FeatureMembership) -> [IntentDefinition] {
    let level = FeatureMembership.Level(
      name: name, constraints: constraints, isHiddenWhenUnavailable: isHiddenWhenUnavailable)
    let membership = FeatureMembership(levels: outer.levels + [level])
    return parts.flatMap { $0.flattened(within: membership) }
  }
}

/// A part of an assistant.
public enum AssistantPart: Sendable {
  /// An intent.
  case intent(IntentDefinition)
  /// A feature with its contents.
  case feature(Feature)

  func flattened(within membership: FeatureMembership) -> [IntentDefinition] {
    switch self {
    case .intent(var intent):
      intent.membership = membership
      return [intent]
    case .feature(let feature): return feature.flattened(within: membership)
    }
  }
}

/// Builds the intents and features of an assistant, one per line.
@resultBuilder
public enum AssistantBuilder {
  /// An intent.
  public static func buildExpression(_ intent: IntentDefinition) -> [AssistantPart] { [.intent(intent)] }
  /// A feature.
  public static func buildExpression(_ feature: Feature) -> [AssistantPart] { [.feature(feature)] }
  /// Several parts.
  public static func buildExpression(_ parts: [AssistantPart]) -> [AssistantPart] { parts }
  /// The parts in order.
  public static func buildBlock(_ parts: [AssistantPart]...) -> [AssistantPart] { parts.flatMap { $0 } }
}

/// A named capability: intents that belong together, what they need, and features inside it: Flint's feature and feature group.
public struct Feature: Sendable {
  /// The name in topics, as in `Goals`.
  public let name: String
  /// What it needs; everything inside needs it too.
  public let constraints: [FeatureConstraint]
  /// Whether its intents cannot be spoken while it is unavailable; else they can, and the answer is why not.
  public let isHiddenWhenUnavailable: Bool
  let parts: [AssistantPart]

  /// A feature with intents and features inside.
  public init(
    _ name: String, constraints: [FeatureConstraint] = [], isHiddenWhenUnavailable: Bool = false,
    @AssistantBuilder parts: () -> [AssistantPart]
  ) {
    self.name = name
    self.constraints = constraints
    self.isHiddenWhenUnavailable = isHiddenWhenUnavailable
    self.parts = parts()
  }

  /// The intents with their place among the features, and what they need.
  func flattened(under path: [String], within outer: FeatureMembership) -> [IntentDefinition] {
    let membership = FeatureMembership(
      path: path + [name], constraints: outer.constraints + constraints,
      isHiddenWhenUnavailable: outer.isHiddenWhenUnavailable || isHiddenWhenUnavailable)
    return parts.flatMap { $0.flattened(within: membership) }
  }
}

/// Where an intent stands among an assistant's features.
struct FeatureMembership: Sendable {
  var path: [String] = []
  var constraints: [FeatureConstraint] = []
  var isHiddenWhenUnavailable = false

  /// The first of the constraints that is not met, or that all are.
  func status(with toggles: FeatureToggles) async -> FeatureStatus {
    for constraint in constraints {
      let status = await constraint.status(with: toggles)
      if status != .available { return status }
    }
    return .available
  }
}

/// What an assistant is made of.
public enum AssistantPart: Sendable {
  /// An intent.
  case intent(IntentDefinition)
  /// A feature with what is inside.
  case feature(Feature)

  func flattened(within membership: FeatureMembership) -> [IntentDefinition] {
    switch self {
    case .intent(var intent):
      intent.membership = membership
      return [intent]
    case .feature(let feature): return feature.flattened(under: membership.path, within: membership)
    }
  }
}

/// Collects the intents and features of an assistant, one a line.
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

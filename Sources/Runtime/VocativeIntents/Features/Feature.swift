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
  package var intents: [IntentDefinition] { flattened(under: [], within: FeatureMembership()) }

  /// The intents with their feature paths and constraints.
  func flattened(under path: [String], within outer: FeatureMembership) -> [IntentDefinition] {
    let membership = FeatureMembership(
      path: path + [name], constraints: outer.constraints + constraints,
      isHiddenWhenUnavailable: outer.isHiddenWhenUnavailable || isHiddenWhenUnavailable)
    return parts.flatMap { $0.flattened(within: membership) }
  }
}

/// The position of an intent among the features of an assistant.
struct FeatureMembership: Sendable {
  var path: [String] = []
  var constraints: [FeatureConstraint] = []
  var isHiddenWhenUnavailable = false

  /// The status of the first constraint that is not met, or available.
  func status(with memory: any RuntimeMemory) async -> FeatureStatus {
    for constraint in constraints {
      let status = await constraint.status(with: memory)
      if status != .available { return status }
    }
    return .available
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
    case .feature(let feature): return feature.flattened(under: membership.path, within: membership)
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

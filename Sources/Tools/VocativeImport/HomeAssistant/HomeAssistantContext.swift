import VocativeUnderstanding
import Yams

/// The context that a Home Assistant sentence depends on: `requires_context` or `excludes_context`.
struct HomeAssistantContext {
  /// A key with its allowed values; if there are none, any value is allowed.
  struct Condition {
    let key: String
    let values: Set<String>?
    /// The slot that receives the value; nil if there is none.
    let slot: String?
  }

  var conditions: [Condition] = []

  init() {}

  init(_ node: Node?) {
    conditions = (node?.mapping.map(Array.init) ?? []).map { pair in
      let key = pair.key.string ?? ""
      guard let details = pair.value.mapping else {
        return Condition(key: key, values: Self.values(pair.value), slot: nil)
      }
      let slot = details["slot"]
      let name = slot?.bool == true ? key : slot?.bool == false ? nil : slot?.string
      return Condition(key: key, values: details["value"].flatMap(Self.values), slot: name)
    }
  }

  private static func values(_ node: Node) -> Set<String>? {
    if node.null != nil { return nil }
    return Set((node.sequence.map(Array.init) ?? [node]).compactMap(\.string))
  }

  /// Whether a list value satisfies the conditions for the attributes that its list supplies.
  func allows(_ value: [String: String], supplied: Set<String>) -> Bool {
    conditions.allSatisfy { condition in
      guard supplied.contains(condition.key) else { return true }
      guard let known = value[condition.key] else { return false }
      return condition.values?.contains(known) ?? true
    }
  }

  /// Whether a list value has one of the excluded attributes.
  func excludes(_ value: [String: String]) -> Bool {
    conditions.contains { condition in
      guard let known = value[condition.key] else { return false }
      return condition.values?.contains(known) ?? true
    }
  }
}

/// A feature that a person can turn on and off.
package struct FeatureToggle: Equatable, Sendable {
  /// The name of its assistant, which keeps the setting.
  package let assistant: String
  /// The identifier of the setting.
  package let identifier: String
  /// The assistant and the path of the feature, such as `Notes: Presentation`.
  package let title: String
  /// Whether it is on.
  package let isOn: Bool
}

extension IntentRuntime {
  /// Returns every feature that a person can turn on and off, in the order of the assistants.
  ///
  /// - Throws: The errors of the assistants' stores.
  package func featureToggles() async throws -> [FeatureToggle] {
    var toggles: [FeatureToggle] = []
    for intent in assistant.intents {
      for toggle in intent.membership.constraints.compactMap(\.toggle) {
        guard !toggles.contains(where: { $0.assistant == intent.assistant && $0.identifier == toggle.identifier }) else {
          continue
        }
        let path = intent.membership.path.joined(separator: ", ")
        let title = [member(named: intent.assistant)?.title ?? intent.assistant, path].filter { !$0.isEmpty }.joined(
          separator: ": ")
        toggles.append(
          FeatureToggle(
            assistant: intent.assistant, identifier: toggle.identifier, title: title,
            isOn: try await memory(of: intent.assistant).isOn(toggle.identifier) ?? toggle.isOnByDefault))
      }
    }
    return toggles
  }
}

import Foundation
import Vocative

/// Converts the features to the values of the templates.
enum FeaturesContent {
  static func values(of features: [FeatureReport]) -> [String: Any] {
    [
      "features": features.map { feature -> [String: Any] in
        let needs =
          feature.constraints.isEmpty
          ? "on" : "on, needs \(feature.constraints.joined(separator: "; "))"
        return [
          "name": "\(feature.assistant).\(feature.name)",
          "title": "\(feature.assistant): \(feature.name)",
          "state": feature.reason ?? needs, "isOn": feature.isAvailable,
        ]
      }
    ]
  }
}

/// Converts the activities for other devices to the values of the templates.
enum ActivitiesContent {
  private static let maxEntries = 10

  /// The viewer's device is another one, so only activities that may be handed off are shown.
  ///
  /// - Throws: `StoreError`.
  static func values(of runtime: IntentRuntime) async throws -> [String: Any] {
    let entries = try await runtime.memory.activities.entries(eligibleFor: .handOff).prefix(
      maxEntries)
    return [
      "isEmpty": entries.isEmpty,
      "entries": entries.map { entry -> [String: Any] in
        ["id": entry.id, "title": entry.activity.title, "date": WallClock().written(entry.date)]
      },
    ]
  }
}

import Foundation
import Vocative

/// Handles the page's buttons for cards, activities and features.
struct PageActions: Sendable {
  let hub: PageHub
  let runtime: @Sendable () async -> IntentRuntime

  /// Continues where the current card leads.
  ///
  /// - Returns: Why it was refused; nil if it was accepted.
  func openCard(_ form: [String: String]) async -> String? {
    guard let event = hub.snapshot.shown?.event, let activity = event.destination else {
      return "This card is out of date. Reload the page."
    }
    guard form["card"] == event.interaction?.dispatch.id else {
      return "This card is out of date. Reload the page."
    }
    return await `continue`(activity, of: event.interaction?.dispatch.assistant)
  }

  /// Continues an activity that may be handed off.
  ///
  /// - Returns: Why it was refused; nil if it was accepted.
  /// - Throws: `StoreError`.
  func continueActivity(_ form: [String: String]) async throws -> String? {
    let entries = try await runtime().memory.activities.entries(eligibleFor: .handOff)
    guard let entry = entries.first(where: { $0.id == form["activity"] }) else {
      return "This activity is out of date. Reload the page."
    }
    return await `continue`(entry.activity, of: entry.assistant)
  }

  /// Turns a feature on or off.
  ///
  /// - Returns: Why it was refused; nil if it was accepted.
  /// - Throws: `StoreError`.
  func setFeature(_ form: [String: String]) async throws -> String? {
    guard let name = form["feature"], let state = form["state"], ["on", "off"].contains(state)
    else {
      return "The form is incomplete."
    }
    do {
      try await runtime().set(state == "on", forFeature: name)
    } catch let error as UnknownFeatureError {
      return error.description
    }
    hub.receive(.memory)
    return nil
  }

  private func `continue`(_ activity: Activity, of assistant: String?) async -> String? {
    let response = await runtime().continueActivity(activity, of: assistant)
    let dialog = response.dialog.isEmpty ? "Here is \(activity.title)." : response.dialog
    guard !response.code.isFailure else { return dialog }
    let kind = TurnEvent.Kind.responded(
      intent: "", code: response.code, dialog: dialog, card: response.card)
    hub.receive(.event(TurnEvent(time: 0, kind: kind, assistant: assistant)))
    return nil
  }
}

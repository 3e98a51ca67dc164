public import Foundation
public import VocativeIntents
public import VocativeStorage

/// Combines predictions, relevant shortcuts and the assistant's own suggestions.
public enum ShortcutSuggestions {
  /// The score for relevance: as much as a habit that is one of four at its time.
  static let relevance = 0.25
  /// The score for a suggestion by the assistant: just above a single use long ago.
  static let suggestion = 0.02

  /// Returns the shortcuts to suggest, best first, each once with all its reasons.
  ///
  /// The score of a shortcut is its share of the predictions, plus `0.25` if it is relevant now and `0.02` if the assistant
  /// suggests it. Equal scores keep their order.
  public static func rank(
    predictions: [Prediction], relevant: [ShortcutSuggestion], suggestions: [Shortcut], limit: Int = 5
  ) -> [ShortcutSuggestion] {
    var ranked: [(shortcut: Shortcut, score: Double, reasons: [String])] = []
    func add(_ shortcut: Shortcut, _ score: Double, _ reason: String) {
      if let index = ranked.firstIndex(where: { $0.shortcut.doesTheSame(as: shortcut) }) {
        guard !ranked[index].reasons.contains(reason) else { return }
        ranked[index].score += score
        ranked[index].reasons.append(reason)
        // Donations from before phrases were stored have no phrase.
        if ranked[index].shortcut.suggestedInvocationPhrase == nil {
          ranked[index].shortcut = ranked[index].shortcut.suggesting(shortcut.suggestedInvocationPhrase)
        }
      } else {
        ranked.append((shortcut, score, [reason]))
      }
    }
    for prediction in predictions { add(prediction.shortcut, prediction.share, prediction.reason) }
    for relevant in relevant { add(relevant.shortcut, relevance, relevant.reason) }
    for shortcut in suggestions { add(shortcut, suggestion, "suggested by the assistant") }
    return ranked.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.prefix(max(limit, 0)).map
    {
      ShortcutSuggestion(shortcut: $0.element.shortcut, reason: $0.element.reasons.joined(separator: "; "))
    }
  }
}

extension AssistantMemory {
  /// Returns the shortcuts to suggest at a time and place, best first, each with its reasons.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func shortcutSuggestions(
    at date: Date = Date(), place: String? = nil, calendar: Calendar = .localGregorian, limit: Int = 5
  ) async throws(StoreError) -> [ShortcutSuggestion] {
    var suggestions: [ShortcutSuggestion] = []
    for suggestion in try await ranked(at: date, place: place, calendar: calendar) {
      guard suggestions.count < limit else { break }
      if await canSuggest(suggestion.shortcut) { suggestions.append(await current(suggestion)) }
    }
    return suggestions
  }

  /// Returns the suggestion with the action of a shortcut at a place; nil if it is not suggested now.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func suggestion(of wanted: Shortcut, place: String?) async throws(StoreError) -> ShortcutSuggestion? {
    let ranked = try await ranked(at: Date(), place: place, calendar: .localGregorian)
    guard let found = ranked.first(where: { $0.shortcut.doesTheSame(as: wanted) }) else { return nil }
    return await canSuggest(found.shortcut) ? await current(found) : nil
  }

  /// Returns a suggestion with the present title of its shortcut.
  private func current(_ suggestion: ShortcutSuggestion) async -> ShortcutSuggestion {
    ShortcutSuggestion(shortcut: await titled(suggestion.shortcut), reason: suggestion.reason)
  }

  /// Returns all shortcuts that anything suggests, best first.
  private func ranked(
    at date: Date, place: String?, calendar: Calendar
  ) async throws(StoreError) -> [ShortcutSuggestion] {
    ShortcutSuggestions.rank(
      predictions: try await donations.predictions(at: date, calendar: calendar, limit: .max),
      relevant: try await relevantShortcuts.relevant(at: date, place: place, calendar: calendar),
      suggestions: try await shortcuts.suggestions(), limit: .max)
  }
}

public import Foundation
public import VocativeStorage

/// Brings together what a person is likely to want, what is relevant now, and what the assistant suggests.
public enum ShortcutSuggestions {
  /// What relevance adds to a prediction's share: as much as a habit that is one of four at its time.
  static let relevance = 0.25
  /// What the assistant's own suggestion adds: enough to come before what was used once, long ago.
  static let suggestion = 0.02

  /// The shortcuts to offer, the best first, each once with all its reasons.
  ///
  /// A shortcut's score is its share of the predictions, with `0.25` for being relevant now and `0.02` for being suggested; of the
  /// same score the one that was named first comes first.
  public static func rank(
    predictions: [Prediction], relevant: [ShortcutSuggestion], suggestions: [Shortcut], limit: Int = 5
  ) -> [ShortcutSuggestion] {
    var ranked: [(shortcut: Shortcut, score: Double, reasons: [String])] = []
    func add(_ shortcut: Shortcut, _ score: Double, _ reason: String) {
      if let index = ranked.firstIndex(where: { $0.shortcut.doesTheSame(as: shortcut) }) {
        guard !ranked[index].reasons.contains(reason) else { return }
        ranked[index].score += score
        ranked[index].reasons.append(reason)
        // What was done before phrases were remembered has none of its own.
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
  /// The shortcuts to offer at a time and place, the best first, each with its reasons.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func shortcutSuggestions(
    at date: Date = Date(), place: String? = nil, calendar: Calendar = .localGregorian, limit: Int = 5
  ) async throws(StoreError) -> [ShortcutSuggestion] {
    ShortcutSuggestions.rank(
      predictions: try await donations.predictions(at: date, calendar: calendar, limit: .max),
      relevant: try await relevantShortcuts.relevant(at: date, place: place, calendar: calendar),
      suggestions: try await shortcuts.suggestions(), limit: limit)
  }
}

import Logging
import VocativeIntents

/// The card of an intent in an intents file, as Mustache templates over the parameters and the values of the handler.
package struct FileCard: Sendable {
  /// The maximum number of rows.
  static let maxRows = 100

  /// A labelled value.
  struct Row: Sendable {
    let label: ResponseTemplate
    let value: ResponseTemplate
  }

  let title: ResponseTemplate
  /// The labelled values; one without a value is not shown.
  let rows: [Row]
  /// The progress from 0 to 1; nil for none.
  let progress: ResponseTemplate?

  /// Returns the card with the values inserted.
  ///
  /// - Parameter warn: Called with the reason if the progress is not a number from 0.
  func rendered(with values: [String: Any], warn: (String) -> Void) -> ResponseCard {
    let rows = rows.map { ResponseCard.Row($0.label.rendered(with: values), $0.value.rendered(with: values)) }
    return ResponseCard(
      title: title.rendered(with: values), rows: rows.filter { !$0.value.written.isEmpty },
      progress: progress.flatMap { progress in
        let text = progress.rendered(with: values)
        // A handler need not know the progress.
        guard !text.isEmpty else { return nil }
        guard let number = Double(text), let progress = Self.progress(number) else {
          // The text may be private.
          warn("the progress of its card is not a number such as 0.5")
          return nil
        }
        return progress
      })
  }

  /// Returns a number as the progress of a card, where 1 is complete and more is allowed; nil if it is negative or not finite.
  static func progress(_ number: Double) -> Double? { number.isFinite && number >= 0 ? number : nil }
}

extension ResponseTemplate {
  /// Whether the template can be a number from 0; only the words outside of its names and sections are known.
  var canBeProgress: Bool {
    let written = text.replacing(#/\{\{.*?\}+\}/#, with: "")
    guard written == text else { return written.allSatisfy { $0.isWhitespace || "0123456789.e+-".contains($0) } }
    return Double(text).flatMap(FileCard.progress) != nil
  }
}

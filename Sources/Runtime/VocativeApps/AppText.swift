import AppProtocol
import ProgramOutput
import VocativeIntents

/// Texts of apps, cleaned for a terminal, a page and a voice.
enum AppText {
  /// The text on one line, without control characters.
  static func spoken(_ text: String) -> String {
    PrintableText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Shortcut {
  init(_ shortcut: AppShortcut) {
    self.init(
      intent: shortcut.intent, values: shortcut.values, title: AppText.spoken(shortcut.title),
      suggestedInvocationPhrase: shortcut.phrase.map(AppText.spoken))
  }
}

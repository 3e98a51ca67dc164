import ProgramOutput
package import VocativeIntents
import VocativeUnderstanding

/// A version of a voice shortcut or of its deletion, as devices exchange it.
package struct SharedShortcut: Hashable, Sendable, Identifiable {
  /// The phrase and the steps.
  package struct Content: Hashable, Sendable, Codable {
    /// The phrase.
    package let phrase: String
    /// The steps in order.
    package let steps: [Shortcut]

    /// Creates the content of a shortcut.
    package init(phrase: String, steps: [Shortcut]) {
      (self.phrase, self.steps) = (phrase, steps)
    }
  }

  /// The permanent identifier of the shortcut.
  package let id: VoiceShortcut.ID
  /// The version.
  package let version: ShortcutVersion
  /// The content; nil if the shortcut was deleted.
  package let content: Content?

  /// Creates a version of a shortcut, or of its deletion if the content is nil.
  package init(id: VoiceShortcut.ID, version: ShortcutVersion, content: Content?) {
    (self.id, self.version, self.content) = (id, version, content)
  }

  /// The shortcut; nil if it was deleted.
  package var shortcut: VoiceShortcut? {
    content.map { VoiceShortcut(id: id, invocationPhrase: $0.phrase, steps: $0.steps) }
  }

  /// Returns whether it replaces another version of the same shortcut, by an order that is the same on all devices.
  package func supersedes(_ other: SharedShortcut) -> Bool {
    guard version == other.version else { return other.version < version }
    // Equal versions with different contents occur only if two devices have the same identity, as after copying a card.
    return other.form.utf8.lexicographicallyPrecedes(form.utf8)
  }

  private var form: String { content.flatMap { try? StoredText.json($0) } ?? "" }

  /// The reason why the version is invalid; nil if it can be stored.
  package var fault: String? {
    guard ShortcutVersion.isIdentifier(id) else { return "its identifier is invalid" }
    guard version.isPossible else { return "its version is invalid" }
    guard let content else { return nil }
    guard content.phrase.unicodeScalars.count <= Vocabulary.maxCharacters, content.phrase.isLine else {
      return "its phrase is too long or not a single line of text"
    }
    let words = SpokenText.words(of: content.phrase)
    guard (1...InvocationPhraseCheck.maxWords).contains(words.count) else {
      return "its phrase has \(words.count) words; the range is 1 to \(InvocationPhraseCheck.maxWords)"
    }
    guard (1...VoiceShortcutCenter.maxSteps).contains(content.steps.count) else {
      return "it has \(content.steps.count) steps; the range is 1 to \(VoiceShortcutCenter.maxSteps)"
    }
    guard content.steps.allSatisfy({ !$0.intent.isEmpty && $0.intent.isLine && $0.title.isLine }) else {
      return "one of its steps has no intent, or a title that is not a single line of text"
    }
    guard let size = try? StoredText.json(content.steps).utf8.count, size <= StoredText.maxBytes else {
      return "its steps take more than \(StoredText.maxBytes) bytes"
    }
    return nil
  }
}

extension String {
  /// Whether a log or a list can show the text on one line as it is.
  fileprivate var isLine: Bool { PrintableText.line(self) == self }
}

import VocativeUnderstanding

/// A voice shortcut as boxes tell each other of it: one version of it, or of its deletion.
package struct SharedShortcut: Hashable, Sendable, Identifiable {
  /// What is said, and what is done then.
  package struct Content: Hashable, Sendable, Codable {
    /// What is said.
    package let phrase: String
    /// What is done, in order.
    package let steps: [Shortcut]

    /// A phrase for some steps.
    package init(phrase: String, steps: [Shortcut]) {
      (self.phrase, self.steps) = (phrase, steps)
    }
  }

  /// What identifies the shortcut for good.
  package let id: VoiceShortcut.ID
  /// When it was changed last.
  package let version: ShortcutVersion
  /// What it is; nil when it was deleted.
  package let content: Content?

  /// A version of a shortcut; nil as the content for its deletion.
  package init(id: VoiceShortcut.ID, version: ShortcutVersion, content: Content?) {
    (self.id, self.version, self.content) = (id, version, content)
  }

  /// The shortcut; nil when it was deleted.
  package var shortcut: VoiceShortcut? {
    content.map { VoiceShortcut(id: id, invocationPhrase: $0.phrase, steps: $0.steps) }
  }

  /// Whether it takes the place of another version of the same shortcut, by an order that all boxes have in common.
  package func supersedes(_ other: SharedShortcut) -> Bool {
    guard version == other.version else { return other.version < version }
    // Only boxes that take each other for themselves, as after copying a card, make two of one version.
    return other.form.utf8.lexicographicallyPrecedes(form.utf8)
  }

  private var form: String { content.flatMap { try? StoredText.json($0) } ?? "" }

  /// Why nobody could have made it; nil for one that can be stored.
  package var fault: String? {
    guard ShortcutVersion.isIdentifier(id) else { return "its identifier is none" }
    guard version.isPossible else { return "its version is none" }
    guard let content else { return nil }
    guard content.phrase.unicodeScalars.count <= Vocabulary.mostCharacters, content.phrase.isLine else {
      return "its phrase is too long or no line of text"
    }
    let words = SpokenText.words(of: content.phrase)
    guard (1...InvocationPhraseCheck.mostWords).contains(words.count) else {
      return "its phrase has \(words.count) words, and may have 1 to \(InvocationPhraseCheck.mostWords)"
    }
    guard (1...VoiceShortcutCenter.mostSteps).contains(content.steps.count) else {
      return "it has \(content.steps.count) steps, and may have 1 to \(VoiceShortcutCenter.mostSteps)"
    }
    guard content.steps.allSatisfy({ !$0.intent.isEmpty && $0.intent.isLine && $0.title.isLine }) else {
      return "a step of it has no intent, or a title that is no line of text"
    }
    guard let size = try? StoredText.json(content.steps).utf8.count, size <= StoredText.mostBytes else {
      return "its steps take more than \(StoredText.mostBytes) bytes"
    }
    return nil
  }
}

extension String {
  /// Whether it can stand in one line of a log or a list.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  fileprivate var isLine: Bool { !unicodeScalars.contains(where: Self.isControl) }
}

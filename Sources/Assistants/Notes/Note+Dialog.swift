import VocativeIntents

/// Dialogs that several intents share.
enum NotesDialog {
  static let none = "You don't have any notes yet."
  static let gone = "That note isn't there anymore."
}

extension NotesStore {
  /// Resolves the note of a request; without any notes, there is no use in asking which one.
  func resolved(_ note: Note?) async throws -> Resolution<Note> {
    if let note { return .success(note) }
    return try await notes().isEmpty ? .unsupported(reason: NotesDialog.none) : .needsValue()
  }
}

extension Note {
  /// The text of the note, as part of a dialog.
  func reading(_ options: Set<ReadingOption>) -> String {
    let lines = body.split(whereSeparator: \.isNewline).map(String.init)
    let text = QuotedText.spoken(options.contains(.short) ? lines.first ?? "" : body)
    if text.isEmpty { return "It's empty." }
    return options.contains(.fast) ? text.prefix(1).uppercased() + text.dropFirst() : "It says: \(text)"
  }

  func card(clock: WallClock) -> ResponseCard {
    let lines = body.split(whereSeparator: \.isNewline).map { ResponseCard.Row("", String($0)) }
    return ResponseCard(title: title, rows: [.init("Written", clock.written(created))] + lines)
  }
}

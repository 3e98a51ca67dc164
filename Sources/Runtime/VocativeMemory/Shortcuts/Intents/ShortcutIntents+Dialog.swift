import VocativeIntents

extension VoiceShortcutCenter {
  /// Returns a suggested phrase if it can be used.
  func acceptable(_ phrase: String?) async throws -> String? {
    guard let phrase, try await refusal(of: phrase) == nil else { return nil }
    return phrase
  }
}

extension VoiceShortcutChange {
  /// The response for the change.
  var response: IntentResponse {
    switch self {
    case .added(let shortcut): .success("Added. Say \"\(shortcut.invocationPhrase)\".")
    case .updated(let shortcut): .success("Changed. Say \"\(shortcut.invocationPhrase)\".")
    case .deleted: .success("Deleted.")
    case .failed(let reason): .failure(QuotedText.spoken(reason.withCapital))
    case .cancelled: .failure("All right, nothing changed.")
    }
  }
}

import VocativeIntents
import VocativeUnderstanding

extension VoiceShortcutCenter {
  /// Returns a suggested phrase if it can be used.
  func acceptable(_ phrase: String?) async throws -> String? {
    guard let phrase, try await refusal(of: phrase) == nil else { return nil }
    return phrase
  }
}

extension Shortcut {
  /// The title as part of a sentence: `goal progress summer vacation`.
  var spokenTitle: String {
    let words = SpokenText.sentence(of: title)
    return words.isEmpty ? title : words
  }
}

extension VoiceShortcut {
  /// The titles of its steps as part of a sentence.
  var spokenTitle: String { steps.map(\.spokenTitle).joined(separator: ", then ") }
}

extension VoiceShortcutChange {
  /// The response for the change; the reason of a failure is one to say.
  var response: IntentResponse {
    switch self {
    case .added(let shortcut): .success("Added. Say \"\(shortcut.invocationPhrase)\".")
    case .updated(let shortcut): .success("Changed. Say \"\(shortcut.invocationPhrase)\".")
    case .deleted: .success("Deleted.")
    case .failed(let reason): .failure(reason)
    case .cancelled: .failure("All right, nothing changed.")
    }
  }
}

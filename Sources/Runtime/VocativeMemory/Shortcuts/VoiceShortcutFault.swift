import Logging
import VocativeIntents
import VocativeStorage
import VocativeUnderstanding

/// The reason why a voice shortcut was not added, changed or deleted.
enum VoiceShortcutFault: Error {
  /// The shortcut does not exist, or not anymore.
  case gone(VoiceShortcut.ID)
  /// A shortcut with this phrase would have no steps or too many; the phrase is nil if it is kept.
  case steps(count: Int, phrase: String?)
  /// There are too many shortcuts.
  case full
  /// The phrase cannot be used.
  case refused(InvocationPhraseRefusal)
  /// The store, the grammar or the dictionary failed.
  case failed(any Error)

  /// The cause and the remedy, to read.
  var description: String {
    switch self {
    case .gone(let id):
      "there is no voice shortcut \"\(ShortText.clipped(ShortText.line(id), to: 100))\"; \"vocative shortcuts list\" shows all of them"
    case .steps(count: let count, phrase: let phrase?):
      "\"\(ShortText.clipped(ShortText.line(phrase), to: 100))\" "
        + (count == 0 ? "has no steps; add one" : "has \(count) steps; at most \(VoiceShortcutCenter.maxSteps) are allowed")
    case .steps(count: 0, phrase: nil): "a shortcut needs a step; add one"
    case .steps(let count, phrase: nil):
      "a shortcut has at most \(VoiceShortcutCenter.maxSteps) steps, and these are \(count)"
    case .full: "there are already \(VoiceShortcutCenter.maxShortcuts) voice shortcuts; delete one first"
    case .refused(let refusal): refusal.description
    case .failed(let error): String(describing: error)
    }
  }

  /// The cause as it is said to a person, without names and commands that only a reader understands.
  var dialog: String {
    switch self {
    case .gone: "That shortcut isn't there anymore."
    case .steps(count: 0, phrase: _): "A shortcut needs a step."
    case .steps: "A shortcut can have at most \(SpokenNumber.count(VoiceShortcutCenter.maxSteps, "step"))."
    case .full: "You already have \(SpokenNumber.count(VoiceShortcutCenter.maxShortcuts, "shortcut")). Delete one first."
    case .refused(let refusal): refusal.dialog
    case .failed: "I can't change my shortcuts right now."
    }
  }

  fileprivate var loggedDialog: String {
    // Data that the store rejects is named by its phrase, which must not be logged.
    if case .failed(let error) = self, (error as? StoreError)?.isRejection != true {
      IntentContext.current?.logger.error("the shortcuts were not changed: \(error)")
    }
    return dialog
  }
}

extension VoiceShortcutChange {
  /// Performs a change, whose failure has the words of its fault.
  init(
    saying words: (VoiceShortcutFault) -> String, of change: () async throws(VoiceShortcutFault) -> VoiceShortcutChange
  ) async {
    do throws(VoiceShortcutFault) {
      self = try await change()
    } catch {
      self = .failed(reason: words(error))
    }
  }

  /// Performs a change in a conversation, whose failure has a reason to say; the log has the error.
  static func spoken(_ change: () async throws(VoiceShortcutFault) -> VoiceShortcutChange) async -> VoiceShortcutChange {
    await VoiceShortcutChange(saying: \.loggedDialog, of: change)
  }
}

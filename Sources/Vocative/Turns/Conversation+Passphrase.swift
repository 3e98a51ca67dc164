import VocativeIntents
package import VocativeUnderstanding

/// The passphrase in a conversation: where it may be said, and what comes of a wrong one.
extension Conversation {
  /// Whether the passphrase is expected from whoever is listened to now.
  package var expectsPassphrase: Bool { open?.question.expectation == .passphrase }

  /// Whether what is said now, or was understood, is kept out of every log.
  package func isPrivate(_ understanding: Understanding) async -> Bool {
    if asked?.isPrivate == true { return true }
    switch understanding {
    case .understood(let interpretation): return await runtime.isPrivate(interpretation)
    case .rejected(let rejection): return await isPrivate(rejection)
    case .wakePhraseOnly: return false
    }
  }

  /// Whether the nearest phrase to what was rejected is private.
  func isPrivate(_ rejection: Rejection) async -> Bool {
    guard let best = rejection.best else { return false }
    return await runtime.isPrivate(best)
  }

  /// Says what comes of a wrong passphrase, and keeps the question open where another may be given at once.
  mutating func take(
    _ wrong: IntentRuntime.WrongPassphrase, for asked: Asked, tell: Observer
  ) async -> Reply {
    var asked = asked
    asked.misunderstandings += 1
    self.asked = nil
    let dialog: String
    if !wrong.mayTryAgain {
      dialog = wrong.response.dialog
    } else if asked.misunderstandings < Self.mostMisunderstandings {
      self.asked = asked
      dialog = "\(wrong.response.dialog) \(asked.question.dialog)"
    } else {
      dialog = "\(wrong.response.dialog) Let's leave it."
    }
    let rejection = TurnEvent.Kind.rejected(reason: Rejection.Reason.notAPhrase.rawValue, best: nil, dialog: dialog)
    await tell(Notice(event: rejection, isPrivate: true))
    return Reply(dialog: dialog, expectsAnswer: expectsAnswer)
  }
}

extension Understanding {
  /// What it is, without a word of what was said.
  var kind: String {
    switch self {
    case .understood: "something private"
    case .rejected(let rejection): "nothing that is understood (\(rejection.reason.rawValue)), in private"
    case .wakePhraseOnly: "the wake phrase"
    }
  }
}

import VocativeIntents
package import VocativeUnderstanding

/// The handling of passphrases in a conversation.
extension Conversation {
  /// Whether the passphrase is expected now.
  package var expectsPassphrase: Bool { open?.question.expectation == .passphrase }

  /// Returns whether the current utterance must be kept out of every log.
  package func isPrivate(_ understanding: Understanding) async -> Bool {
    if asked?.isPrivate == true { return true }
    switch understanding {
    case .understood(let interpretation): return await hasPrivateMeaning(interpretation)
    case .rejected(let rejection):
      for meaning in [rejection.best, rejection.explained].compactMap(\.self) {
        if await hasPrivateMeaning(meaning) { return true }
      }
      return false
    case .wakePhraseOnly: return false
    }
  }

  /// Returns whether an interpretation is private, or a sentence that it has as a rival.
  private func hasPrivateMeaning(_ interpretation: Interpretation) async -> Bool {
    let meanings = [interpretation.meaning] + interpretation.homonyms + [interpretation.rival].compactMap(\.self)
    for meaning in meanings {
      if await runtime.isPrivate(interpretation.understood(as: meaning)) { return true }
    }
    return false
  }

  /// Returns whether the closest phrase to a rejected utterance is private.
  func isPrivate(_ rejection: Rejection) async -> Bool {
    for meaning in [rejection.best, rejection.explained].compactMap(\.self) {
      if await runtime.isPrivate(meaning) { return true }
    }
    return false
  }

  /// Answers a wrong passphrase, and repeats the question if another attempt is allowed.
  mutating func receive(
    _ wrong: IntentRuntime.WrongPassphrase, for asked: Asked, emit: Observer
  ) async -> Reply {
    var asked = asked
    asked.misunderstandings += 1
    self.asked = nil
    let dialog: String
    if !wrong.mayTryAgain {
      dialog = wrong.response.dialog
    } else if asked.misunderstandings < Self.maxMisunderstandings {
      self.asked = asked
      dialog = "\(wrong.response.dialog) \(asked.question.dialog)"
    } else {
      dialog = "\(wrong.response.dialog) Let's leave it."
    }
    if self.asked == nil {
      await runtime.didEnd(asked.question.request, because: .locked, .failure(dialog))
    }
    let rejection = TurnEvent.Kind.rejected(reason: Rejection.Reason.notAPhrase.rawValue, best: nil, dialog: dialog)
    await emit(Notice(event: rejection, isPrivate: true))
    return Reply(dialog: dialog, expectsAnswer: expectsAnswer)
  }
}

extension Understanding {
  /// A description without any of the spoken words.
  var kind: String {
    switch self {
    case .understood: "a private request"
    case .rejected(let rejection): "a private rejection (\(rejection.reason.rawValue))"
    case .wakePhraseOnly: "the wake phrase"
    }
  }
}

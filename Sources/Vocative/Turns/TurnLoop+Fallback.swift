import VocativeDetection
import VocativeIntents
import VocativeUnderstanding

/// The fallback for utterances that the assistant does not understand.
extension TurnLoop {
  /// Returns an utterance that was addressed to the assistant; nil if the fallback must not receive it.
  ///
  /// The fallback does not receive speech that may not be addressed to the assistant, or answers to the assistant's own questions, also
  /// to a private one that a program has asked: the person may answer it aloud.
  /// Call this before the machine decides, which ends the call.
  func addressedUtterance(in range: Range<Int>) async -> AddressedUtterance? {
    guard fallback != nil, case .awake(let call) = machine.state, !call.isUnaddressed, !conversation.expectsAnswer,
      conversation.asked?.isPrivate != true,
      call.hit?.keyphrase.kind != .invocation
    else { return nil }
    let start = min(max(range.lowerBound, call.hit?.end ?? range.lowerBound), range.upperBound)
    let samples = await hearing.samples(in: start..<range.upperBound)
    return AddressedUtterance(samples: samples, wakePhrase: call.wakePhrase)
  }

  /// Asks the fallback about an utterance that matches no phrase.
  func otherAnswer(to utterance: AddressedUtterance?, rejectedAs understanding: Understanding) async -> FallbackAnswer? {
    guard let fallback, let utterance, case .rejected(let rejection) = understanding,
      [.notAPhrase, .lowConfidence].contains(rejection.reason)
    else { return nil }
    return await withTimeLimit(configuration.fallbackLimit, clock: clock) { await fallback.answer(to: utterance) } ?? nil
  }

  /// Reports and speaks the fallback's answer.
  func give(_ answer: FallbackAnswer.Spoken) async {
    emit(.responded(intent: answer.source, code: .success, dialog: answer.dialog, card: nil))
    report.countAnswer()
    if let speech = answer.speech {
      await play(speech)
    } else {
      await speak(answer.dialog)
    }
    await fallback?.finishedSpeaking()
  }
}

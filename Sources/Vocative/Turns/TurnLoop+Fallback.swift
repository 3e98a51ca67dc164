import VocativeDetection
import VocativeIntents
import VocativeUnderstanding

/// What is not understood here may be answered by somebody else.
extension TurnLoop {
  /// What is said to the assistant in a stretch of audio; nil where nobody else may be asked.
  ///
  /// Nobody else hears what may not have been said to the assistant, or what answers a question of its own. To be asked before the
  /// machine decides, which ends the call.
  func addressedUtterance(in range: Range<Int>) -> AddressedUtterance? {
    guard fallback != nil, case .awake(let call) = machine.state, !call.isUnaddressed, !conversation.expectsAnswer,
      call.hit?.keyphrase.kind != .invocation
    else { return nil }
    let start = min(max(range.lowerBound, call.hit?.end ?? range.lowerBound), range.upperBound)
    let samples = detector.history.samples(in: start..<range.upperBound)
    return AddressedUtterance(samples: samples, wakePhrase: call.wakePhrase)
  }

  /// Asks somebody else about what was rejected as no phrase.
  func otherAnswer(to utterance: AddressedUtterance?, rejectedAs understanding: Understanding) async -> FallbackAnswer? {
    guard let fallback, let utterance, case .rejected(let rejection) = understanding,
      [.notAPhrase, .lowConfidence].contains(rejection.reason)
    else { return nil }
    return await withTimeLimit(configuration.fallbackLimit, clock: clock) { await fallback.answer(to: utterance) } ?? nil
  }

  /// Tells and speaks what somebody else has answered.
  func give(_ answer: FallbackAnswer.Spoken) async {
    tell(.responded(intent: answer.source, code: .success, dialog: answer.dialog, card: nil))
    tally.answers += 1
    if let speech = answer.speech {
      await play(speech)
    } else {
      await speak(answer.dialog)
    }
    await fallback?.finishedSpeaking()
  }
}

public import Vocative
import VocativeUnderstanding

extension UnderstandingEvaluation.Result {
  /// A verdict on the result of understanding.
  public enum Verdict: String, Equatable, Sendable {
    /// The result is as expected.
    case correct
    /// The recording was understood incorrectly, or understood although it should have been rejected.
    case wrong
    /// The recording was rejected although it should have been understood.
    case rejected
    /// Two sentences were equally likely, and the runtime asks which one was meant.
    case asked

    /// - Parameters:
    ///   - expectsCommand: Whether the recording has a command.
    ///   - isUnderstood: Whether the runtime would act or ask.
    ///   - isAsked: Whether the runtime would ask.
    ///   - isRight: Whether the recognized sentence is the expected one.
    public init(expectsCommand: Bool, isUnderstood: Bool, isAsked: Bool, isRight: Bool) {
      switch (isUnderstood, isAsked) {
      case (true, true): self = .asked
      case (true, false): self = isRight ? .correct : .wrong
      case (false, _): self = expectsCommand ? .rejected : .correct
      }
    }
  }

  /// The verdict on the result.
  public var verdict: Verdict {
    let found: Interpretation? = if case .understood(let found) = understanding { found } else { nil }
    return Verdict(
      expectsCommand: entry.expectation != .rejected, isUnderstood: found != nil, isAsked: found?.rival != nil,
      isRight: found.map(matches) ?? false)
  }

  /// The nearest phrase, accepted or not.
  public var best: Interpretation? {
    switch understanding {
    case .understood(let interpretation): interpretation
    case .rejected(let rejection): rejection.best
    case .wakePhraseOnly: nil
    }
  }

  /// Whether the nearest phrase, accepted or not, is the expected one.
  public var isHeardRight: Bool { best.map(matches) ?? false }

  /// Whether the runtime would act on the opposite of the spoken command, the worst error.
  ///
  /// - Parameter grammar: The grammar that was used.
  func isHeardAsOpposite(in grammar: CompiledGrammar) -> Bool {
    guard verdict == .wrong, case .understood(let intent, let slots) = entry.expectation, let best else { return false }
    return OppositeCommand(ofIntent: intent, slots: slots, transcript: entry.transcript, in: grammar)
      .isHeard(as: best.intent, slots: best.slots, text: best.text)
  }

  private func matches(_ found: Interpretation) -> Bool {
    guard case .understood(let intent, let slots) = entry.expectation else { return false }
    return intent == found.intent && slots.allSatisfy { found.slots[$0.key]?.trimmed == $0.value.trimmed }
  }
}

import Foundation
public import Vocative

extension UnderstandingEvaluation.Result {
  /// How the result stands to what was expected.
  public enum Verdict: String, Equatable, Sendable {
    /// As expected.
    case correct
    /// Understood as something else, or understood where it should have been rejected.
    case wrong
    /// Rejected where it should have been understood.
    case rejected
    /// Asked about: the recogniser heard two sentences that are as likely, and the runtime asks which of them was said.
    case asked

    /// - Parameters:
    ///   - expectsCommand: Whether the recording holds a command.
    ///   - isUnderstood: Whether the runtime would act, or ask.
    ///   - isAsked: Whether it would ask.
    ///   - isRight: Whether the sentence that was heard is the expected one.
    public init(expectsCommand: Bool, isUnderstood: Bool, isAsked: Bool, isRight: Bool) {
      switch (isUnderstood, isAsked) {
      case (true, true): self = .asked
      case (true, false): self = isRight ? .correct : .wrong
      case (false, _): self = expectsCommand ? .rejected : .correct
      }
    }
  }

  /// How the result stands to what was expected.
  public var verdict: Verdict {
    let found: Interpretation? = if case .understood(let found) = understanding { found } else { nil }
    return Verdict(
      expectsCommand: entry.expectation != .rejected, isUnderstood: found != nil, isAsked: found?.isAsked ?? false,
      isRight: found.map(matches) ?? false)
  }

  /// The phrase nearest to what was said, believed or not.
  public var best: Interpretation? {
    switch understanding {
    case .understood(let interpretation): interpretation
    case .rejected(let rejection): rejection.best
    case .wakePhraseOnly: nil
    }
  }

  /// Whether the nearest phrase, believed or not, is the one expected.
  public var isHeardRight: Bool { best.map(matches) ?? false }

  /// Whether the runtime would act on the opposite of what was said: the worst error.
  ///
  /// - Parameter grammar: What the recording was understood with.
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

extension Interpretation {
  /// Whether the runtime asks which of two sentences was said and does not act yet.
  fileprivate var isAsked: Bool { rival != nil }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

import Foundation
public import PocketSphinx
public import VocativeUnderstanding

/// Measures understanding: recordings of single commands, each decoded as it would be after the wake phrase.
public struct UnderstandingEvaluation: Sendable {
  /// What came of one recording.
  public struct Result: Sendable {
    /// The recording.
    public let entry: EvaluationManifest.Entry
    /// What was made of it.
    public let understanding: Understanding
    /// Seconds of audio.
    public let duration: Double
    /// Seconds of processor time from the end of the audio to the decision.
    public let decisionTime: Double

    /// How the result stands to what was expected.
    public enum Verdict: String, Equatable, Sendable {
      /// As expected.
      case correct
      /// Understood as something else, or understood where it should have been rejected.
      case wrong
      /// Rejected where it should have been understood.
      case rejected
    }

    /// How the result stands to what was expected.
    public var verdict: Verdict {
      switch (entry.expectation, understanding) {
      case (.understood(let intent, let slots), .understood(let found)):
        let slotsAgree = slots.allSatisfy { found.slots[$0.key]?.trimmed == $0.value.trimmed }
        return intent == found.intent && slotsAgree ? .correct : .wrong
      case (.understood, _): return .rejected
      case (_, .understood): return .wrong
      default: return .correct
      }
    }
  }

  private let model: AcousticModel
  private let configuration: CommandRecognizer.Configuration
  private let grammar: CompiledGrammar
  private let wakePhrases: [[String]]
  private let lexicon: Lexicon

  /// An evaluation of a grammar with recogniser settings.
  public init(
    model: AcousticModel, configuration: CommandRecognizer.Configuration, grammar: CompiledGrammar, wakePhrases: [[String]],
    lexicon: Lexicon
  ) {
    self.model = model
    self.configuration = configuration
    self.grammar = grammar
    self.wakePhrases = wakePhrases
    self.lexicon = lexicon
  }

  /// Decodes every recording, `jobs` at a time.
  ///
  /// - Parameters:
  ///   - samples: Gives the samples of an entry, 16 kHz mono, with noise where the condition has some.
  ///   - progress: Called after each recording.
  /// - Throws: What `samples` throws, or `PocketSphinxError`.
  public func run(
    _ entries: [EvaluationManifest.Entry], jobs: Int,
    samples: @escaping @Sendable (Int, EvaluationManifest.Entry) async throws -> [Int16],
    progress: @escaping @Sendable () -> Void
  ) async throws -> [Result] {
    // A recogniser is made for each recording: it takes milliseconds, and no recording can colour the next.
    try await Workers.run(entries, jobs: jobs) { index, entry in
      let recognizer = CommandRecognizer(model: model, configuration: configuration)
      try recognizer.setGrammar(grammar, wakePhrases: wakePhrases, lexicon: lexicon)
      let audio = try await samples(index, entry)
      let started = ContinuousClock.now
      let understanding = try recognizer.recognize(audio, from: entry.wake ? .wakePhrase : .command)
      progress()
      return Result(
        entry: entry, understanding: understanding, duration: Double(audio.count) / 16_000,
        decisionTime: (ContinuousClock.now - started) / .seconds(1))
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

import AcousticFrontEnd
import Logging
import PocketSphinx
import Vocative

/// Recognizes commands, one at a time.
actor Transcriber {
  private let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let recognizer: CommandRecognizer
  private var planned: SpeechPlans.Planned.ID?

  init(model: RecognitionModel) {
    executor = DecodingThreads.forRecognizing()
    recognizer = CommandRecognizer(model: model.acousticModel, dictation: model.dictation)
  }

  /// Returns the best interpretation among several grammars, the first of equally good ones; nil if none matches.
  func interpretation(
    of samples: [Int16], from beginning: CommandRecognizer.Beginning = .command, by plans: [SpeechPlans.Planned]
  ) throws -> Interpretation? {
    var best: Interpretation?
    for plan in plans {
      if plan.id != planned {
        planned = nil
        try recognizer.setGrammar(plan.plan.grammar, wakePhrases: plan.plan.wakePhrases, lexicon: plan.plan.lexicon)
        planned = plan.id
      }
      guard case .understood(let found) = try recognizer.recognize(samples, from: beginning) else { continue }
      if found.confidence > best?.confidence ?? 0 { best = found }
    }
    return best
  }
}

import PocketSphinx
import Vocative

/// Plain PocketSphinx with a grammar: default options, the whole dictionary, and no rejection.
///
/// An utterance is decoded as a whole, with the mean of its own features subtracted, as `pocketsphinx_batch` does. This is the
/// better of the library's two methods for a decoder without earlier audio. Phrases with free text are not in the grammar.
struct PlainRecognizer {
  private let decoder: Decoder
  private let plan: SpeechPlan
  private let afterWake: Bool

  private static let search = "grammar"

  init(model: RecognitionModel, plan: SpeechPlan, afterWake: Bool) throws(PocketSphinxError) {
    self.plan = plan
    self.afterWake = afterWake
    decoder = try Decoder(configuration: .unset(model: model.acousticModel, dictionary: model.dictionary))
    // The plan's lexicon adds words that the dictionary lacks.
    try decoder.add(plan.lexicon)
    try decoder.setGrammar(plan.grammar.wordGraph(after: afterWake ? plan.wakePhrases : []), search: Self.search)
    try decoder.activate(Self.search)
  }

  func recognize(_ samples: [Int16]) throws(PocketSphinxError) -> Understanding {
    guard let hypothesis = try decoder.decode(samples) else { return .rejected(Rejection(.notAPhrase)) }
    var words = plan.grammar.words(ofDecoded: hypothesis.segments.map(\.text).filter(isWord))
    if afterWake {
      guard let wake = plan.wakePhrases.filter({ words.starts(with: $0) }).max(by: { $0.count < $1.count }) else {
        return .rejected(Rejection(.notAPhrase))
      }
      words.removeFirst(wake.count)
      if words.isEmpty { return .wakePhraseOnly }
    }
    guard !words.isEmpty else { return .rejected(Rejection(.nothingHeard)) }
    guard let match = plan.grammar.match(words) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(Interpretation(text: words.joined(separator: " "), match: match, confidence: 1))
  }

  /// Whether a token is a word, not silence, noise or an epsilon arc.
  private func isWord(_ token: String) -> Bool {
    plan.lexicon.pronunciations[Lexicon.word(named: token)] != nil
  }
}

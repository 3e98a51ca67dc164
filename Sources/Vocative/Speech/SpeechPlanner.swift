import PocketSphinx
import VocativeDetection
public import VocativeIntents
public import VocativeUnderstanding

/// Makes speech plans: compiles the grammar, finds pronunciations, chooses thresholds.
public struct SpeechPlanner: Sendable {
  /// Sentences up to which an assistant's phrases are listened for one by one.
  public static let mostInvocationPhrases = 300

  private let model: RecognitionModel
  private let wakePhrases: [String]
  private let wakeLocation: Grammar.Location?

  /// A planner for an assistant with these wake phrases.
  public init(model: RecognitionModel, wakePhrases: [String], wakeLocation: Grammar.Location? = nil) {
    self.model = model
    self.wakePhrases = wakePhrases
    self.wakeLocation = wakeLocation
  }

  /// A planner for an assistant.
  public init(model: RecognitionModel, assistant: Assistant) {
    self.init(model: model, wakePhrases: assistant.wakePhrases, wakeLocation: assistant.location)
  }

  /// Makes the plan for a grammar.
  ///
  /// - Throws: `GrammarError`, `UnknownWordError` or `PocketSphinxError`, each naming what is wrong and where.
  public func plan(for written: Grammar) throws -> SpeechPlan {
    let wakeWords = wakePhrases.map(SpokenText.words)
    var grammar = written.removingUnfillablePhrases()
    var compiled = try CompiledGrammar(grammar)
    let lookup = PronunciationLookup(dictionary: model.dictionary)
    var found = try lookup.pronunciations(of: compiled.words.union(wakeWords.joined()), hints: compiled.pronunciations)
    var warnings: [String] = []
    if !found.unknownWords.isEmpty {
      let (speakable, removed) = grammar.removingNames(using: Set(found.unknownWords))
      warnings = removed.map { "\"\($0)\" cannot be spoken: the dictionary does not have all of its words" }
      grammar = speakable.removingUnfillablePhrases()
      compiled = try CompiledGrammar(grammar)
      found = try lookup.pronunciations(of: compiled.words.union(wakeWords.joined()), hints: compiled.pronunciations)
    }
    if let word = found.unknownWords.first {
      if wakeWords.joined().contains(word) {
        throw UnknownWordError(word: word, use: "a wake phrase", location: wakeLocation)
      }
      let use = grammar.firstUse(of: word)
      throw UnknownWordError(word: word, use: use?.description ?? "the grammar", location: use?.location)
    }
    if compiled.hasFreeText, model.languageModel == nil {
      warnings.append(
        "phrases with free text can be typed and not spoken: there is no language model en-us.lm.bin beside the dictionary")
    }
    return SpeechPlan(
      grammar: compiled, keyphrases: keyphrases(wake: wakeWords, grammar: compiled, lexicon: found.lexicon),
      wakePhrases: wakeWords, lexicon: found.lexicon, warnings: warnings)
  }

  private func keyphrases(wake: [[String]], grammar: CompiledGrammar, lexicon: Lexicon) -> [Keyphrase] {
    func keyphrase(_ words: [String], _ kind: Keyphrase.Kind) -> Keyphrase {
      let phones = lexicon.phones(of: words)?.count ?? 0
      return Keyphrase(
        text: words.joined(separator: " "), kind: kind,
        log10Threshold: KeyphraseThreshold.predicted(phoneCount: phones))
    }
    let all = grammar.allSentences(limit: Self.mostInvocationPhrases)
    // After a wake phrase they are only told as evidence, and those that can be listed are enough.
    let sentences = all ?? (wake.isEmpty ? [] : listedSentences(of: grammar.grammar))
    return wake.map { keyphrase($0, .wake) } + sentences.map { keyphrase($0, .invocation) }
  }

  /// The sentences of phrases with no numbers, sums, days, times or free text in them, phrase by phrase up to the limit.
  private func listedSentences(of grammar: Grammar) -> [[String]] {
    var found: [[String]] = []
    for phrase in grammar.phrases {
      var alone = grammar
      alone.phrases = [phrase]
      let left = Self.mostInvocationPhrases - found.count
      // What compiles together with other phrases compiles alone.
      if let sentences = try? CompiledGrammar(alone).allSentences(limit: left) { found += sentences }
    }
    return found
  }
}

/// Thresholds for phrases nobody has tuned.
public enum KeyphraseThreshold {
  /// A threshold from the length of a phrase: longer phrases gather more evidence, and lose more to one slurred phone.
  public static func predicted(phoneCount: Int) -> Double {
    -2.0 * Double(phoneCount)
  }
}

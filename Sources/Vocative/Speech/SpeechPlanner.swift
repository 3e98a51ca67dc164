import PocketSphinx
import VocativeDetection
public import VocativeIntents
public import VocativeUnderstanding

/// Makes speech plans: compiles the grammar, looks up pronunciations, and chooses thresholds.
public struct SpeechPlanner: Sendable {
  /// The maximum number of sentences that detection listens for one by one.
  public static let maxInvocationPhrases = 300

  private let model: RecognitionModel
  private let wakePhrases: [String]
  private let wakeLocation: Grammar.Location?
  private var grammars = CompiledGrammarCache()
  /// Tuned thresholds; those for another acoustic model are ignored.
  public var calibration: SpottingCalibration?
  /// The decades that are added to predicted thresholds.
  var strictness = 0.0

  /// Creates a planner for an assistant with these wake phrases.
  public init(
    model: RecognitionModel, wakePhrases: [String], wakeLocation: Grammar.Location? = nil,
    calibration: SpottingCalibration? = nil
  ) {
    self.model = model
    self.wakePhrases = wakePhrases
    self.wakeLocation = wakeLocation
    self.calibration = calibration
  }

  /// Creates a planner for an assistant.
  public init(model: RecognitionModel, assistant: Assistant) {
    self.init(model: model, wakePhrases: assistant.wakePhrases, wakeLocation: assistant.location)
  }

  /// Creates a planner for the assistant of a runtime, which has often compiled the same grammar already.
  package init(model: RecognitionModel, runtime: IntentRuntime) {
    self.init(model: model, assistant: runtime.assistant)
    grammars = runtime.compiledGrammars
  }

  /// Returns a planner for the assistant of another runtime, with the same model and thresholds.
  func planner(for runtime: IntentRuntime) -> SpeechPlanner {
    var planner = SpeechPlanner(model: model, runtime: runtime)
    (planner.calibration, planner.strictness) = (calibration, strictness)
    return planner
  }

  /// Returns the plan for a grammar.
  ///
  /// - Throws: `GrammarError`, `UnknownWordError` or `PocketSphinxError`, each with the fault and its place.
  public func plan(for written: Grammar) throws -> SpeechPlan {
    let wakeWords = wakePhrases.map(SpokenText.words)
    let (compiled, found, warnings) = try pronounced(written)
    return SpeechPlan(
      grammar: compiled, keyphrases: keyphrases(wake: wakeWords, grammar: compiled, lexicon: found.lexicon),
      wakePhrases: wakeWords, lexicon: found.lexicon, sources: found.sources, warnings: warnings)
  }

  /// Checks that a grammar can be compiled and spoken.
  ///
  /// - Throws: The errors of `plan(for:)`.
  func check(_ written: Grammar) throws { _ = try pronounced(written) }

  /// Compiles a grammar and finds the pronunciations of its words.
  private func pronounced(
    _ written: Grammar
  ) throws -> (compiled: CompiledGrammar, found: PronunciationLookup.Result, warnings: [String]) {
    let wakeWords = wakePhrases.map(SpokenText.words)
    let lookup = model.pronunciations
    let (usable, badHints, privateHints) = written.removingUnfillablePhrases().removingHints { !lookup.hasPhones($0) }
    var grammar = usable
    var compiled = try grammars.compiled(grammar)
    var found = try lookup.pronunciations(of: compiled.spokenWords.union(wakeWords.joined()), hints: compiled.pronunciations)
    var warnings = badHints.map { "the pronunciation of \"\($0)\" is not used: the model does not have its phones" }
    if privateHints > 0 {
      warnings.append(
        "private names whose pronunciation is not used, because the model does not have its phones: \(privateHints)")
    }
    if !found.unknownWords.isEmpty {
      let (speakable, removed, privateNames) = grammar.removingNames(using: Set(found.unknownWords))
      warnings += removed.map { "\"\($0)\" cannot be spoken: some of its words have no pronunciation; add one" }
      if privateNames > 0 {
        warnings.append("private names that cannot be spoken, because some words have no pronunciation: \(privateNames)")
      }
      grammar = speakable.removingUnfillablePhrases()
      compiled = try grammars.compiled(grammar)
      found = try lookup.pronunciations(of: compiled.spokenWords.union(wakeWords.joined()), hints: compiled.pronunciations)
    }
    let (distinct, shadowed) = grammar.removingSoundalikes(by: found.lexicon)
    if shadowed > 0 {
      // Names of a vocabulary are private.
      warnings.append("\(shadowed) names are only understood if they are typed, because more important ones sound alike")
      grammar = distinct.removingUnfillablePhrases()
      compiled = try grammars.compiled(grammar)
    }
    let unknown = found.unknownWords.prefix(UnknownWordError.maxWords).map { word in
      if wakeWords.joined().contains(word) {
        return UnknownWordError(word: word, use: "a wake phrase", location: wakeLocation)
      }
      let use = grammar.firstUse(of: word)
      return UnknownWordError(word: word, use: use?.description ?? "the grammar", location: use?.location)
    }
    if let error = UnknownWordError(unknown) { throw error }
    try checkPhones(of: found.lexicon, in: grammar)
    if compiled.hasFreeText, model.languageModel == nil {
      warnings.append(
        "phrases with free text can be typed but not spoken: the language model en-us.lm.bin is not in the dictionary's folder")
    }
    return (compiled, found, warnings)
  }

  /// Throws for a hint with phones that the decoder would refuse.
  private func checkPhones(of lexicon: Lexicon, in grammar: Grammar) throws(PocketSphinxError) {
    let phones = Set(model.acousticModel.phones)
    guard !phones.isEmpty else { return }
    for (word, pronunciations) in lexicon.pronunciations.sorted(by: { $0.key < $1.key }) {
      guard let hint = pronunciations.first(where: { !phones.isSuperset(of: $0) }),
        let unknown = hint.first(where: { !phones.contains($0) })
      else { continue }
      let value = grammar.lists.values.joined().first { $0.pronunciations.values.contains(hint) }
      let place = (value?.location ?? grammar.firstUse(of: word)?.location ?? wakeLocation).map { "\($0): " } ?? ""
      throw PocketSphinxError(
        code: .pronunciation, operation: "pronunciation",
        reason:
          "\(place)\"\(unknown)\" in the pronunciation of \"\(word.replacing("_", with: " "))\" is not a phone of the model; its phones are: "
          + phones.sorted().joined(separator: " "))
    }
  }

  private func keyphrases(wake: [[String]], grammar: CompiledGrammar, lexicon: Lexicon) -> [Keyphrase] {
    func keyphrase(_ words: [String], _ kind: Keyphrase.Kind) -> Keyphrase {
      let text = words.joined(separator: " ")
      return Keyphrase(text: text, kind: kind, log10Threshold: threshold(of: text, lexicon: lexicon))
    }
    // Addressed sentences are no evidence that the sentences themselves are not.
    let all = grammar.grammar.addresses.isEmpty ? grammar.allSentences(limit: Self.maxInvocationPhrases) : nil
    // After a wake phrase, they only serve as evidence, so those that can be listed are sufficient.
    let sentences = all ?? (wake.isEmpty ? [] : listedSentences(of: grammar.grammar))
    return wake.map { keyphrase($0, .wake) } + sentences.map { keyphrase($0, .invocation) }
  }

  /// Returns the keyphrases of a plan with the current thresholds.
  package func keyphrases(of plan: SpeechPlan) -> [Keyphrase] {
    plan.keyphrases.map {
      Keyphrase(text: $0.text, kind: $0.kind, log10Threshold: threshold(of: $0.text, lexicon: plan.lexicon))
    }
  }

  /// Returns the tuned threshold, else the one predicted from the first pronunciation.
  private func threshold(of text: String, lexicon: Lexicon) -> Double {
    if let calibration, calibration.acousticModel == model.acousticModel.name,
      let tuned = calibration.log10Threshold(of: text)
    {
      return tuned
    }
    let phones = lexicon.phones(of: text.split(separator: " ").map(String.init))?.count ?? 0
    return KeyphraseThreshold.predicted(phoneCount: phones) + strictness
  }

  /// Returns the sentences of phrases without numbers, amounts, days, times and free text, phrase by phrase up to the limit.
  private func listedSentences(of grammar: Grammar) -> [[String]] {
    var found: [[String]] = []
    for phrase in grammar.phrases {
      let left = Self.maxInvocationPhrases - found.count
      guard left > 0 else { break }
      var alone = grammar
      (alone.phrases, alone.addresses) = ([phrase], [])
      // A phrase that compiles with others compiles alone.
      if let sentences = try? CompiledGrammar(alone).allSentences(limit: left) { found += sentences }
    }
    return found
  }
}

/// Predicts thresholds for phrases that are not tuned.
public enum KeyphraseThreshold {
  /// Predicts a threshold from the length: longer phrases gather more evidence, and lose more to one slurred phone.
  ///
  /// With these thresholds, 17 phrases of six to eleven phones have 1.4 false alarms an hour on average in continuous speech.
  public static func predicted(phoneCount: Int) -> Double {
    max(-5 * Double(phoneCount - 5), -3 * Double(phoneCount))
  }
}

public import AcousticFrontEnd
public import PocketSphinx

/// Decodes whole utterances with a grammar, and estimates the confidence of the result.
///
/// Not `Sendable`, because its decoder is not: keep it inside one actor.
public final class CommandRecognizer: UtteranceRecognizer {
  /// The beginning of an utterance.
  public enum Beginning: Sendable {
    /// The command itself, or another sound and then the command.
    case command
    /// The command itself; speech that begins with another sound is not decoded a second time without it.
    case immediateCommand
    /// The wake phrase, followed by the command or by nothing.
    case wakePhrase
  }

  /// Whether interpretations have the silence after their words, which is always true.
  public var measuresSilence: Bool { true }

  private let model: AcousticModel
  private let configuration: Configuration
  private let dictaphone: Dictaphone?
  private let frontEnd: UtteranceFrontEnd
  private var decoder: CommandDecoder?
  private var grammar: CompiledGrammar?
  private var wakePhrases: [[String]] = []
  private var canHearCommands = false

  /// The maximum length in phones of a doubtful last word; with a larger value, spoken words would be rejected in noise.
  private static let maxDoubtfulPhones = 2
  /// The same for a squeezed word, which has fewer frames (10 ms) per phone than `minFramesPerPhone`.
  private static let maxSqueezedPhones = 4
  private static let minFramesPerPhone = 6
  /// Frames (10 ms) around the first and the last word of a sentence whose words are known that are decoded with it.
  private static let framesAroundWords = 20
  /// The same after the last word for free phones, which are compared only within the words and before them.
  private static let framesAfterPhones = 15
  /// The minimum confidence of a command between words that are not part of it.
  ///
  /// Chosen with earlier weights of the confidence: in five sets, such commands that were not said had 0.35 to 0.73. With the current ones, one has
  /// 0.80.
  private static let minConfidenceBesideWords = 0.75
  /// Frames (10 ms) at the end of an utterance in which speech is looked for; a command before a noise has as many without words.
  private static let framesAtEnd = 40
  /// The mean probability of silence and noise in these frames below which they are speech.
  ///
  /// Chosen on commands in quiet, in rooms and in noise: of 460 decodes at a sound that found a complete command, with and without white noise
  /// after it, none has less. Of 228 with the louder noise of a kitchen after the command, four have less.
  private static let maxSilenceInSpeech: Float = 0.1
  /// The probability of silence and noise in each frame of a sound from which the sound has no speech.
  private static let minSilenceInNoise: Float = 0.5
  /// The text of a rejected phrase whose free text was not transcribed.
  private static let untranscribed = "…"

  private var scoring: Configuration.Scoring { frontEnd.hasNetwork ? configuration.network : configuration.mixtures }

  /// Creates a recognizer without a grammar.
  ///
  /// - Parameters:
  ///   - frontEnd: The front end that prepares utterances; nil to create one.
  ///   - dictation: The data for free text; nil if phrases with free text are not understood.
  public init(
    model: AcousticModel, frontEnd: UtteranceFrontEnd? = nil, configuration: Configuration = Configuration(),
    dictation: Dictation? = nil
  ) {
    self.model = model
    self.frontEnd = frontEnd ?? UtteranceFrontEnd(model: model)
    self.configuration = configuration
    dictaphone = dictation.map { Dictaphone(configuration: $0, model: model) }
  }

  /// Uses this grammar from the next utterance on.
  ///
  /// - Throws: `PocketSphinxError` if a word is not in the lexicon.
  public func setGrammar(
    _ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon
  ) throws(PocketSphinxError) {
    let text = grammar.hasFreeText ? dictaphone?.textLoop : nil
    decoder = try CommandDecoder(
      grammar, after: wakePhrases, lexicon: lexicon, text: text,
      configuration: configuration.decoderConfiguration(model: model, scoring: scoring))
    model.releaseDefinition()
    canHearCommands = grammar.hasSentences(text: text)
    self.grammar = grammar
    self.wakePhrases = wakePhrases
  }

  /// Loads the data for free text, if the grammar has some, so that the first text does not take the time for it.
  ///
  /// - Throws: `PocketSphinxError` if the data cannot be loaded.
  package func prepareFreeText() throws(PocketSphinxError) {
    if grammar?.hasFreeText == true { try dictaphone?.prepare() }
  }

  /// Returns whether an utterance of 16 kHz mono samples ends with speech; false if no network scores the senones of the model.
  ///
  /// It takes about an eighth of the time of `recognize`.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples.
  public func hasSpeech(atEndOf samples: [Int16]) throws(PocketSphinxError) -> Bool {
    let silence = frontEnd.silence(atEndOf: try frontEnd.utterance(of: samples), frames: Self.framesAtEnd)
    return silence.map { $0.reduce(0, +) / Float($0.count) < Self.maxSilenceInSpeech } ?? false
  }

  /// Decodes one utterance of 16 kHz mono samples.
  ///
  /// - Throws: `PocketSphinxError` if decoding fails.
  public func recognize(_ samples: [Int16], from beginning: Beginning) throws(PocketSphinxError) -> Understanding {
    guard let decoder, let grammar, samples.count > Decoder.samplesPerFrame * 10 else {
      return .rejected(Rejection(.nothingHeard))
    }
    guard beginning == .wakePhrase || canHearCommands else { return .rejected(Rejection(.notAPhrase)) }
    let utterance = try frontEnd.utterance(of: samples)
    guard beginning == .command, let frame = utterance.frameAfterGap else {
      return try understanding(of: frontEnd.audibleSpeech(in: utterance), from: beginning, by: decoder, for: grammar)
    }
    // The sound before the gap may be a chime, a breath or an "um". Without speech in it, it only takes time and prevents understanding.
    let beginsWithNoise = frontEnd.silence(before: frame, in: utterance)?.allSatisfy { $0 >= Self.minSilenceInNoise } == true
    // An answer of free text would lose words.
    var parts = [(frame: 0, text: FreeText.any), (frame, .withWords)]
    if beginsWithNoise { parts.reverse() }
    var whole = Understanding.rejected(Rejection(.notAPhrase))
    for part in parts {
      let audible = frontEnd.audibleSpeech(in: utterance, from: part.frame)
      let found = try understanding(of: audible, from: beginning, by: decoder, for: grammar, text: part.text)
      if case .understood = found { return found }
      if part.frame == 0 { whole = found }
    }
    return whole
  }

  /// The free text that a part of an utterance may contain; a part with more would lose words.
  private enum FreeText {
    /// Any free text.
    case any
    /// Free text beside other words.
    case withWords
    /// Free text before other words.
    case beforeWords

    func allows(_ heard: ArraySlice<HeardPart>) -> Bool {
      switch self {
      case .any: true
      case .withWords: !heard.allSatisfy(\.isText)
      case .beforeWords: heard.last?.isText == false
      }
    }
  }

  /// Returns the meaning of an utterance; if it is doubtful, the meaning without words around the command.
  private func understanding(
    of audible: AudibleSpeech, from beginning: Beginning, by decoder: CommandDecoder, for grammar: CompiledGrammar,
    text: FreeText = .any
  ) throws(PocketSphinxError) -> Understanding {
    let whole = try sentence(in: audible, from: beginning, by: decoder, for: grammar, text: text)
    // Words that are not part of the command may resemble words that are: "turn on the lights, thank you" and "turn on the lights in here".
    if case .understood(let command) = whole, command.confidence >= Self.minConfidenceBesideWords { return whole }
    guard
      let skipped = try decoder.skippedWords(in: audible.input, audible: audible.cepstra.audibleFrames(margin: 0)),
      skipped.isWoken || beginning != .wakePhrase || !skipped.hasWordsBefore
    else { return whole }
    let part = try sentence(
      in: audible.frames(skipped.frames), from: skipped.hasWordsBefore ? .command : beginning, by: decoder, for: grammar,
      text: skipped.hasWordsAfter ? .beforeWords : .withWords)
    if case .understood(let command) = part, command.confidence >= Self.minConfidenceBesideWords { return part }
    return whole
  }

  /// Returns the meaning of a sentence that extends from the first word to the last one.
  private func sentence(
    in audible: AudibleSpeech, from beginning: Beginning, by decoder: CommandDecoder, for grammar: CompiledGrammar, text: FreeText
  ) throws(PocketSphinxError) -> Understanding {
    let input = audible.input
    let frameCount = input.frameCount + audible.quietFramesAfter
    guard let hypothesis = try decoder.sentence(in: input)?.placed(at: 0, ofFrames: frameCount) else {
      return .rejected(Rejection(.notAPhrase))
    }
    let all = HeardPart.parts(of: hypothesis.segments.filter { !$0.text.isFiller })
    let (heard, isWoken) = behindWakePhrase(all, of: grammar, from: beginning)
    guard beginning != .wakePhrase || isWoken else { return .rejected(Rejection(.notAPhrase)) }
    guard !heard.isEmpty else { return isWoken ? .wakePhraseOnly : .rejected(Rejection(.nothingHeard)) }
    let hasFreeText = heard.contains(where: \.isText)
    let isAllText = heard.allSatisfy(\.isText)
    guard text.allows(heard), try !isHalf(all, command: heard.indices, in: input) else {
      return .rejected(Rejection(.notAPhrase))
    }
    let fixedWords = grammar.words(ofDecoded: heard.filter { !$0.isText }.flatMap(\.segments).map(\.text))
    let mayGoOn = hasFreeText || grammar.goesOn(after: fixedWords)
    // Other speech before a command may resemble a wake phrase.
    let said = beginning != .wakePhrase && !isAllText ? all[...] : heard
    let comparison = try comparison(of: said, in: hypothesis, of: audible, mayGoOn: mayGoOn, by: decoder)
    let wakeWord = beginning == .wakePhrase ? all[..<heard.startIndex].last?.segments.last : nil
    if hasSpeechBefore(said, after: wakeWord, of: hypothesis, comparedWith: comparison.loop, by: decoder) {
      return .rejected(Rejection(.notAPhrase))
    }
    let isConfident = comparison.confidence >= configuration.minConfidence
    var transcript = comparison.transcript
    // Other speech often resembles a phrase with free text, and its transcription takes longer than everything else together.
    if hasFreeText, !isAllText, isConfident { transcript = try dictaphone?.decode(audible.cepstra) }
    let sentence = heard.flatMap { part -> [PhraseMatcher.Element] in
      guard part.isText else {
        return grammar.words(ofDecoded: part.segments.map(\.text)).map(PhraseMatcher.Element.word)
      }
      guard isAllText || isConfident else { return [.text([Self.untranscribed])] }
      let words = grammar.words(ofDecoded: part.words(of: transcript).map(\.text))
      // A breath after the last word may be decoded as free text without words.
      return words.isEmpty ? [] : [.text(words)]
    }
    guard !sentence.isEmpty, let match = grammar.match(sentence) else { return .rejected(Rejection(.notAPhrase)) }
    let words = sentence.flatMap(\.words)
    // Any sound after a sentence that cannot continue is not part of it.
    var interpretation = Interpretation(
      text: words.joined(separator: " "), match: match, confidence: comparison.confidence, evidence: comparison.evidence,
      mayGoOn: mayGoOn, silenceAfter: mayGoOn ? comparison.loop?.silenceAfter : hypothesis.silenceAfter)
    // In free text, the search hears phones and not words.
    if heard.last?.isText == false { interpretation.silenceAfterWords = hypothesis.silenceAfter }
    interpretation.continuesAPhrase = !hasFreeText && grammar.continuesAPhrase(words)
    guard isConfident else { return .rejected(Rejection(.lowConfidence, best: interpretation)) }
    guard let rival = try rival(of: heard, after: all.dropLast(heard.count), in: input) else {
      return .understood(interpretation)
    }
    let contested = interpretation.contested(by: rival)
    // A question about a sentence that was hardly heard rarely has the right one.
    guard comparison.confidence >= configuration.minConfidenceToAsk else {
      return .rejected(Rejection(.lowConfidence, best: contested))
    }
    return .understood(contested)
  }

  /// A comparison of the words of a command with free phones.
  private struct Comparison {
    /// The free phones; nil if there are none.
    let loop: Hypothesis?
    let evidence: Interpretation.Evidence?
    let confidence: Double
    /// The transcript of a command that is all free text; nil otherwise.
    let transcript: Hypothesis?
  }

  /// Compares the fixed words of a command with free phones.
  ///
  /// Free text has no expected words, so it is only compared if the command has no other words. It is decoded from features, and scores of
  /// both kinds cannot be compared.
  private func comparison(
    of heard: ArraySlice<HeardPart>, in hypothesis: Hypothesis, of audible: AudibleSpeech, mayGoOn: Bool,
    by decoder: CommandDecoder
  ) throws(PocketSphinxError) -> Comparison {
    let isAllText = heard.allSatisfy(\.isText)
    let words = Self.frames(of: heard, margin: 0)
    let spoken = max(0, words.lowerBound - SpeechBefore.frameCount)..<words.upperBound + Self.framesAfterPhones
    // A sentence that may go on is over only if no phone follows it.
    let compared = spoken.lowerBound..<(mayGoOn ? max(audible.input.frameCount, spoken.upperBound) : spoken.upperBound)
    let transcript = isAllText ? try dictaphone?.decode(audible.cepstra) : nil
    let phones =
      isAllText
      ? try dictaphone?.phones(in: audible.cepstra.frames(compared)) : try decoder.phones(in: audible.input.frames(compared))
    let loop = phones?.placed(at: compared.lowerBound, ofFrames: hypothesis.frameCount)
    let runs =
      isAllText
      ? [heard.flatMap { $0.words(of: transcript) }] : heard.split(whereSeparator: \.isText).map { $0.flatMap(\.segments) }
    let evidence = loop.flatMap {
      Interpretation.Evidence.comparing(runs, of: transcript ?? hypothesis, comparedWith: $0) { segment in
        (isAllText ? dictaphone?.phoneCount(of: segment) : nil) ?? decoder.phoneCount(of: segment)
      }
    }
    let model = (isAllText ? configuration.mixtures : scoring).confidence
    return Comparison(
      loop: loop, evidence: evidence, confidence: evidence.map(model.confidence(for:)) ?? 0, transcript: transcript)
  }

  /// Returns whether a command is a part of a longer sentence, as other speech precedes it directly.
  private func hasSpeechBefore(
    _ heard: ArraySlice<HeardPart>, after wakeWord: Segment?, of hypothesis: Hypothesis, comparedWith loop: Hypothesis?,
    by decoder: CommandDecoder
  ) -> Bool {
    // Free text explains all speech that precedes it.
    guard let limits = scoring.speechBefore, let loop, let part = heard.first, !part.isText, let first = part.segments.first
    else { return false }
    return limits.isFound(
      before: first, after: wakeWord, phoneCount: decoder.phoneCount(of: first), of: hypothesis, comparedWith: loop)
  }

  /// Returns the frames of some words, with some before and after them; the end may lie beyond the utterance.
  private static func frames(of parts: ArraySlice<HeardPart>, margin: Int) -> Range<Int> {
    let first = parts.first?.segments.first?.startFrame ?? 0
    let last = parts.last?.segments.last?.endFrame ?? first
    return max(0, first - margin)..<last + 1 + margin
  }

  /// Returns the sentence of another meaning that explains the audio nearly as well; nil if there is none.
  private func rival(
    of heard: ArraySlice<HeardPart>, after wakePhrase: ArraySlice<HeardPart>, in input: DecoderInput
  ) throws(PocketSphinxError) -> Interpretation.Rival? {
    // Free text always has similar sentences.
    guard let decoder, let grammar, !heard.contains(where: \.isText) else { return nil }
    let wakeWords = wakePhrase.flatMap(\.segments).map { Lexicon.word(named: $0.text) }
    let frames = Self.frames(of: wakePhrase + heard, margin: Self.framesAroundWords)
    guard let rivals = grammar.rivals(of: heard.flatMap(\.segments).map(\.text), after: wakeWords),
      let (hypothesis, margin) = try decoder.rival(among: rivals, of: input.frames(frames)), margin < scoring.minMargin
    else { return nil }
    let tokens = hypothesis.segments.map(\.text).filter { !$0.isFiller }.dropFirst(wakeWords.count)
    let words = grammar.words(ofDecoded: Array(tokens))
    return grammar.match(words).map {
      Interpretation.Rival(text: words.joined(separator: " "), match: $0, margin: max(margin, 0))
    }
  }

  /// Returns whether the first or the last word was only decoded because no phrase exists without it.
  private func isHalf(
    _ heard: [HeardPart], command: Range<Int>, in input: DecoderInput
  ) throws(PocketSphinxError) -> Bool {
    guard let decoder, let grammar, !heard.contains(where: \.isText) else { return false }
    let words = heard.flatMap(\.segments)
    func isSqueezed(_ word: Segment) -> Bool {
      let phones = decoder.phoneCount(of: word)
      return phones <= Self.maxSqueezedPhones && word.endFrame - word.startFrame < Self.minFramesPerPhone * phones
    }
    // Without free text, each part is one word. Longer commands begin with words that people say fast, such as "get".
    var doubtful: [Int] = []
    if let first = command.first, first > 0, command.count == 2, isSqueezed(words[first]) { doubtful.append(first) }
    if let last = words.last, isSqueezed(last) || decoder.phoneCount(of: last) <= Self.maxDoubtfulPhones {
      // The letters of an abbreviation sound alike, and none is left out: "T" explains "TV" nearly as well.
      let isSpelled = words.suffix(2).allSatisfy { Lexicon.word(named: $0.text).count == 1 } && words.count > 1
      if !isSpelled { doubtful.append(words.count - 1) }
    }
    let tokens = words.map(\.text)
    for index in doubtful {
      // If the rest is a phrase too, the search has compared both.
      let rest = command.filter { $0 != index }.map { tokens[$0] }
      guard grammar.match(grammar.words(ofDecoded: rest)) == nil else { continue }
      if try decoder.isBetter(tokens, withoutWordAt: index, in: input) { return true }
    }
    return false
  }

  /// Returns the parts after a wake phrase, and whether there was one.
  private func behindWakePhrase(
    _ heard: [HeardPart], of grammar: CompiledGrammar, from beginning: Beginning
  ) -> (rest: ArraySlice<HeardPart>, isWoken: Bool) {
    let fixed = heard.prefix { !$0.isText }
    let words = fixed.flatMap { grammar.words(ofDecoded: $0.segments.map(\.text)) }
    guard let wake = wakePhrases.filter({ words.starts(with: $0) }).max(by: { $0.count < $1.count }) else {
      return (heard[...], false)
    }
    // A command may begin with the words of a wake phrase.
    if beginning != .wakePhrase, fixed.count == heard.count, grammar.match(words) != nil { return (heard[...], false) }
    return (heard.dropFirst(wake.count), true)
  }
}

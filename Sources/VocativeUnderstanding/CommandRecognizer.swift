public import AcousticFrontEnd
import Foundation
public import PocketSphinx

/// Decodes whole utterances with a grammar, and says how far what it found can be believed.
///
/// Not `Sendable`, as its decoder is not: keep it inside one actor.
public final class CommandRecognizer: UtteranceRecognizer {
  /// Where an utterance begins.
  public enum Beginning: Sendable {
    /// At the command itself.
    case command
    /// At the wake phrase, with the command after it, or nothing.
    case wakePhrase
  }

  /// How the decoder is set and when its result is believed.
  public struct Configuration: Equatable, Sendable {
    /// Cost of entering a word: fewer insertions in short commands.
    public var wordInsertionPenalty = 0.01
    /// Weight of the grammar against the acoustics.
    public var languageWeight = 6.5
    /// Search width, as a probability ratio.
    public var beam = 1e-80
    /// Search width at word ends.
    public var wordBeam = 1e-50
    /// How evidence becomes confidence.
    public var confidence = ConfidenceModel()
    /// Confidence below which a phrase is not acted on.
    public var leastConfidence = 0.35

    /// The settings used when nothing else is said.
    public init() {}
  }

  private let model: AcousticModel
  private let configuration: Configuration
  private let dictaphone: Dictaphone?
  private let frontEnd: UtteranceFrontEnd
  private var decoder: Decoder?
  private var grammar: CompiledGrammar?
  private var wakePhrases: [[String]] = []
  private var canHearCommands = false

  private enum Search {
    static let command = "command"
    static let afterWake = "after-wake"
    static let phones = "phones"
  }

  /// A recogniser without a grammar yet.
  ///
  /// - Parameters:
  ///   - frontEnd: What is done to an utterance before decoding; one of its own when none is given.
  ///   - dictation: What free text is heard with; without it, phrases with free text are not understood.
  public init(
    model: AcousticModel, frontEnd: UtteranceFrontEnd? = nil, configuration: Configuration = Configuration(),
    dictation: Dictation? = nil
  ) {
    self.model = model
    self.frontEnd = frontEnd ?? UtteranceFrontEnd(model: model)
    self.configuration = configuration
    dictaphone = dictation.map { Dictaphone(configuration: $0, model: model) }
  }

  /// Understands this grammar from the next utterance on.
  ///
  /// - Throws: `PocketSphinxError` when a word is not in the lexicon.
  public func setGrammar(
    _ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon
  ) throws(PocketSphinxError) {
    var settings = DecoderConfiguration(model: model)
    settings.wordInsertionPenalty = configuration.wordInsertionPenalty
    settings.languageWeight = configuration.languageWeight
    settings.beam = configuration.beam
    settings.phoneBeam = configuration.beam
    settings.wordBeam = configuration.wordBeam
    let decoder = try Decoder(configuration: settings)
    try decoder.add(lexicon)
    let text = grammar.hasFreeText ? dictaphone?.textLoop : nil
    if let text { try decoder.add(text.lexicon) }
    canHearCommands = grammar.hasSentences(text: text)
    if canHearCommands {
      try decoder.setGrammar(grammar.wordGraph(after: [], text: text), search: Search.command)
    }
    if !wakePhrases.isEmpty {
      try decoder.setGrammar(grammar.wordGraph(after: wakePhrases, text: text), search: Search.afterWake)
    }
    try decoder.setPhoneLoop(search: Search.phones)
    self.decoder = decoder
    self.grammar = grammar
    self.wakePhrases = wakePhrases
  }

  /// Decodes one utterance of 16 kHz mono samples.
  ///
  /// - Throws: `PocketSphinxError` when decoding fails.
  public func recognize(_ samples: [Int16], from beginning: Beginning) throws(PocketSphinxError) -> Understanding {
    guard let decoder, let grammar, samples.count > Decoder.samplesPerFrame * 10 else {
      return .rejected(Rejection(.nothingHeard))
    }
    guard beginning == .wakePhrase || canHearCommands else { return .rejected(Rejection(.notAPhrase)) }
    let features = try frontEnd.features(of: samples, subtracting: .utterance)
    try decoder.activate(beginning == .wakePhrase ? Search.afterWake : Search.command)
    guard let hypothesis = try decoder.decode(features.cepstra) else { return .rejected(Rejection(.notAPhrase)) }
    var heard = HeardPart.parts(of: hypothesis.segments.filter { !$0.text.isFiller })
    if beginning == .wakePhrase {
      let words = heard.prefix { !$0.isText }.flatMap { grammar.words(ofDecoded: $0.segments.map(\.text)) }
      guard let wake = wakePhrases.filter({ words.starts(with: $0) }).max(by: { $0.count < $1.count }) else {
        return .rejected(Rejection(.notAPhrase))
      }
      heard.removeFirst(wake.count)
      if heard.isEmpty { return .wakePhraseOnly }
    }
    guard !heard.isEmpty else { return .rejected(Rejection(.nothingHeard)) }
    let dictated = heard.contains(where: \.isText) ? try dictaphone?.decode(features.cepstra) : nil
    let isAllText = heard.allSatisfy(\.isText)
    var sentence: [PhraseMatcher.Element] = []
    var written: [Segment] = []
    for part in heard {
      guard part.isText else {
        sentence += grammar.words(ofDecoded: part.segments.map(\.text)).map(PhraseMatcher.Element.word)
        continue
      }
      let words = (dictated?.segments ?? []).filter { !$0.text.isFiller && part.contains($0) }
      // A breath after the last word may pass for text without being any.
      guard !words.isEmpty else { continue }
      written += words
      sentence.append(.text(grammar.words(ofDecoded: words.map(\.text))))
    }
    guard !sentence.isEmpty, let match = grammar.match(sentence) else { return .rejected(Rejection(.notAPhrase)) }

    // What was said freely has no words to be sure of; only where there are no others is it compared itself.
    let fixed = isAllText ? [written] : heard.split(whereSeparator: \.isText).map { $0.flatMap(\.segments) }
    let agreement = isAllText ? 1 : try agreement(on: fixed.joined().map(\.text), features: features, decoder: decoder)
    let evidence = try evidence(
      for: fixed, of: (isAllText ? dictated : nil) ?? hypothesis, agreement: agreement, cepstra: features.cepstra,
      decoder: decoder)
    let confidence = evidence.map(configuration.confidence.confidence(for:)) ?? 0
    let interpretation = Interpretation(
      text: sentence.flatMap(\.words).joined(separator: " "), match: match, confidence: confidence, evidence: evidence,
      mayGoOn: heard.contains(where: \.isText) || grammar.goesOn(after: sentence.flatMap(\.words)))
    guard confidence >= configuration.leastConfidence else { return .rejected(Rejection(.lowConfidence, best: interpretation)) }
    return .understood(interpretation)
  }

  /// Compares runs of words with a loop of free phones over the same audio: what was really said explains it nearly as well.
  private func evidence(
    for runs: [[Segment]], of hypothesis: Hypothesis, agreement: Double, cepstra: Cepstra, decoder: Decoder
  ) throws(PocketSphinxError) -> Interpretation.Evidence? {
    try decoder.activate(Search.phones)
    guard let loop = try decoder.decode(cepstra) else { return nil }
    // Only where words are: silence around them says nothing about which words they were.
    let spans = runs.compactMap { run -> ClosedRange<Int>? in
      guard let first = run.first?.startFrame, let last = run.last?.endFrame, last > first else { return nil }
      return first...last
    }
    let frames = spans.reduce(0) { $0 + $1.count }
    guard frames > 0 else { return nil }
    func score(_ whole: Hypothesis, _ spans: [ClosedRange<Int>]) -> Double {
      spans.reduce(0) { $0 + whole.score(from: $1.lowerBound, through: $1.upperBound) }
    }
    func advantage(_ spans: [ClosedRange<Int>]) -> Double {
      (score(loop, spans) - score(hypothesis, spans)) / Double(spans.reduce(0) { $0 + $1.count })
    }
    let whole = advantage(spans)
    let words = runs.joined()
    // A word of a few frames may fit badly by chance.
    let long = words.filter { $0.endFrame - $0.startFrame >= 20 }
    return Interpretation.Evidence(
      phraseAdvantage: whole, worstWordAdvantage: long.map { advantage([$0.startFrame...$0.endFrame]) }.max() ?? whole,
      phoneLoopScore: score(loop, spans) / Double(frames), agreement: agreement, frameCount: frames, wordCount: words.count)
  }

  /// Which share of the words the active search also finds when the noise is left in: what two front ends agree on is seldom wrong.
  private func agreement(
    on words: [String], features: UtteranceFeatures, decoder: Decoder
  ) throws(PocketSphinxError) -> Double {
    guard let uncompensated = features.uncompensated else { return 1 }
    let segments = try decoder.decode(uncompensated)?.segments ?? []
    let others = segments.map(\.text).filter { !$0.isFiller && !TextLoop.contains($0) }
    guard !others.isEmpty else { return 0 }
    return 1 - Double(words.difference(from: others).count) / Double(words.count + others.count)
  }
}

extension Hypothesis {
  /// Acoustic score of a range of frames, with the segments at its ends counted in part.
  fileprivate func score(from first: Int, through last: Int) -> Double {
    segments.reduce(0) { sum, segment in
      let covered = min(segment.endFrame, last) - max(segment.startFrame, first) + 1
      guard covered > 0 else { return sum }
      return sum + Double(segment.acousticScore) * Double(covered) / Double(segment.endFrame - segment.startFrame + 1)
    }
  }
}

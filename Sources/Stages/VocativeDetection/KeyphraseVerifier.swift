import AcousticFrontEnd
import PocketSphinx
import VocativeCapture

/// The second pass: keyphrase search over a complete stretch of audio, with a normalised level, noise removal and the mean of the
/// speech subtracted, and a comparison of each hit with free phones.
///
/// The search reports a phrase where its score rises most, so other speech with a similar part has a high score too: "dark roast" for
/// "jarvis". Free phones explain the whole of that far better than the phrase does.
final class KeyphraseVerifier {
  private let keyphrases: KeyphraseDecoder
  private let lexicon: Lexicon
  private let frontEnd: UtteranceFrontEnd

  private enum Search {
    static let phones = "phones"
    static let phrase = "phrase"
  }

  /// Frames of room tone after the audio, after which the search has reported everything: 0.3 s.
  private static let settling = 30
  /// Decades below its threshold from which a phrase is compared with free phones: the most that the comparison can add to ten phones.
  private static let range = 30.0
  /// Frames (10 ms) before and after a hit that are decoded with it.
  private static let framesAround = 20
  /// Decades of a phrase's score for each phone and each unit (0.1024 nepers per frame) by which free phones are ahead.
  ///
  /// Chosen from 0.03 to 0.3 on recordings of three phrases in quiet, in noise and in rooms; from 0.15 on, the figures are equal.
  private static let decadesPerUnit = 0.2
  /// The advantage of free phones that leaves a score unchanged.
  ///
  /// It keeps the scores of other speech near those of the search alone, for which users may have set thresholds.
  private static let neutralAdvantage = 10.0

  init(
    _ phrases: [Keyphrase], lexicon: Lexicon, model: AcousticModel, frontEnd: UtteranceFrontEnd
  ) throws(PocketSphinxError) {
    keyphrases = try KeyphraseDecoder(keyphrases: phrases, lexicon: lexicon, model: model, range: Self.range, hasVariants: true)
    try keyphrases.decoder.setPhoneLoop(search: Search.phones)
    self.lexicon = lexicon
    self.frontEnd = frontEnd
  }

  /// Returns the clearest hits of candidates' phrases in audio that began at a sample.
  func hits(of candidates: [KeyphraseHit], in samples: [Int16], from origin: Int) throws(PocketSphinxError) -> [KeyphraseHit] {
    // Digital silence after the audio would be mistaken for the room's noise.
    let cepstra = try frontEnd.features(of: samples, subtracting: .speech)
    try keyphrases.activate()
    _ = try keyphrases.decoder.decode(cepstra.followedByQuiet(frames: Self.settling))
    var clearest: [KeyphraseHit] = []
    for hit in keyphrases.hits(from: origin).sorted(by: { $0.margin > $1.margin })
    where candidates.contains(where: hit.isSameOccurrence) && !clearest.contains(where: hit.isSameOccurrence) {
      clearest.append(hit)
    }
    var compared: [KeyphraseHit] = []
    for hit in clearest {
      guard let decades = try decades(of: hit, in: cepstra, from: origin) else { continue }
      compared.append(hit.raised(by: decades))
    }
    return compared
  }

  /// Returns what a comparison with free phones adds to a hit's score, in decades; nil if the phrase does not fit the audio at all.
  private func decades(of hit: KeyphraseHit, in cepstra: Cepstra, from origin: Int) throws(PocketSphinxError) -> Double? {
    let words = hit.keyphrase.words
    let first = (hit.start - origin) / Decoder.samplesPerFrame - Self.framesAround
    let end = (hit.end - origin) / Decoder.samplesPerFrame + Self.framesAround
    let range = max(0, first)..<max(0, min(end, cepstra.frameCount))
    guard !range.isEmpty, let phones = lexicon.phones(of: words) else { return nil }
    let around = cepstra.frames(range)
    let arcs = words.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    let graph = WordGraph(stateCount: words.count + 1, start: 0, final: words.count, arcs: arcs)
    let decoder = keyphrases.decoder
    try decoder.setGrammar(graph.expanded(by: lexicon), search: Search.phrase)
    try decoder.activate(Search.phrase)
    guard let phrase = try decoder.decode(around) else { return nil }
    try decoder.activate(Search.phones)
    let spoken = phrase.segments.filter { words.contains(Lexicon.word(named: $0.text)) }
    guard let loop = try decoder.decode(around), let start = spoken.first?.startFrame, let last = spoken.last?.endFrame else {
      return nil
    }
    let advantage = loop.advantages(over: phrase, in: start...last).mean
    return Self.decadesPerUnit * Double(phones.count) * (Self.neutralAdvantage - advantage)
  }
}

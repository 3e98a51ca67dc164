import AcousticFrontEnd
import Foundation
import PocketSphinx
import VocativeCapture

/// PocketSphinx keyword search over keyphrases, each with its own threshold, with each hit reported once.
final class KeyphraseSpotter {
  private let decoder: Decoder
  private let frontEnd: UtteranceFrontEnd
  private let keyphrases: [String: Keyphrase]
  private var noiseFloor = NoiseFloor(level: -84)
  private var origin = 0
  private var decodedSamples = 0
  private var isSecondHearing = false
  private var reported: [KeyphraseHit] = []
  private let reportsCandidates: Bool
  /// Kinds of the phrases that came near their thresholds, or reached them, since candidates were last forgotten.
  private(set) var candidates: Set<Keyphrase.Kind> = []

  private static let search = "keyphrases"
  /// Silence after which the search has reported everything: 0.3 s.
  private static let settling = [Int16](repeating: 0, count: AudioFrame.sampleRate * 3 / 10)
  /// Ways of saying a phrase that are listened for; more cost accuracy before they find more.
  private static let variantLimit = 4

  /// - Parameters:
  ///   - candidateRange: Decades under its threshold from which a phrase is a candidate.
  ///   - reportsCandidates: Whether every hit is reported, and again when it has become clearer, whatever else was heard
  ///     in the same moment: for measuring, where a poor hit on one phrase must not hide a good one on another.
  init(
    keyphrases: [Keyphrase], lexicon: Lexicon, model: AcousticModel, candidateRange: Double, reportsCandidates: Bool
  ) throws(PocketSphinxError) {
    self.reportsCandidates = reportsCandidates
    var configuration = DecoderConfiguration(model: model)
    // Wide enough that no phrase is pruned before its threshold has decided: beams narrower than a threshold would overrule it.
    configuration.beam = 1e-200
    configuration.phoneBeam = 1e-200
    configuration.wordBeam = 1e-200
    decoder = try Decoder(configuration: configuration)
    frontEnd = try UtteranceFrontEnd(model: model)
    try decoder.add(lexicon)
    var byText: [String: Keyphrase] = [:]
    var entries: [(text: String, threshold: Double)] = []
    for keyphrase in keyphrases {
      for variant in Self.variants(of: keyphrase, lexicon: lexicon) where byText[variant] == nil {
        byText[variant] = keyphrase
        entries.append((variant, pow(10, keyphrase.log10Threshold - candidateRange)))
      }
    }
    self.keyphrases = byText
    try decoder.setKeyphrases(entries, search: Self.search)
    try decoder.activate(Self.search)
  }

  /// Seconds decoded since the utterance began.
  var decodedSeconds: Double { Double(decodedSamples) / Double(AudioFrame.sampleRate) }

  func begin(at sampleTime: Int) throws(PocketSphinxError) {
    try decoder.startUtterance()
    isSecondHearing = false
    origin = sampleTime
    decodedSamples = 0
    // Hits before a seam stay known, so that what is decoded twice is not reported twice.
    reported.removeAll { $0.end < sampleTime }
  }

  func process(_ samples: [Int16]) throws(PocketSphinxError) {
    guard !samples.isEmpty else { return }
    try decoder.process(noiseFloor.applied(to: samples))
    decodedSamples += samples.count
  }

  /// Lets hits in the last moments come out: the search reports a hit only when it is some frames old.
  func flush() throws(PocketSphinxError) {
    try decoder.process(noiseFloor.applied(to: Self.settling))
  }

  /// Begins to look for candidates anew.
  func forgetCandidates() { candidates = [] }

  /// Hears a stretch of audio that has ended a second time: at one level, with its steady noise taken out and its mean subtracted.
  func hearAgain(_ samples: [Int16], from sampleTime: Int) throws(PocketSphinxError) {
    origin = sampleTime
    isSecondHearing = true
    // Digital silence behind it would pass for the room's noise.
    let cepstra = try frontEnd.features(of: samples).cepstra
    _ = try decoder.decode(cepstra.followedByQuiet(frames: Self.settling.count / Decoder.samplesPerFrame))
  }

  func end() throws(PocketSphinxError) {
    try decoder.endUtterance()
  }

  /// Hits that were not reported before, in order of time; of two that overlap in the same moment, the clearer one.
  func newHits() -> [KeyphraseHit] {
    guard let hypothesis = decoder.hypothesis() else { return [] }
    let found = hypothesis.segments.compactMap { segment -> KeyphraseHit? in
      guard let keyphrase = keyphrases[segment.text] else { return nil }
      return KeyphraseHit(
        keyphrase: keyphrase, start: origin + segment.startFrame * Decoder.samplesPerFrame,
        end: origin + (segment.endFrame + 1) * Decoder.samplesPerFrame,
        margin: KeyphraseMargin.log10(ofProbability: segment.probability) - keyphrase.log10Threshold,
        isSecondHearing: isSecondHearing)
    }
    candidates.formUnion(found.map(\.keyphrase.kind))
    let hits = found.filter { $0.margin >= 0 }
    guard !reportsCandidates else { return clearerHits(hits) }
    var fresh: [KeyphraseHit] = []
    for hit in hits.sorted(by: { $0.margin > $1.margin }) {
      let isKnown = reported.contains { $0.keyphrase.kind == hit.keyphrase.kind && $0.overlaps(hit) }
      let isBeaten = fresh.contains { $0.keyphrase.kind == hit.keyphrase.kind && $0.overlaps(hit) }
      if !isKnown, !isBeaten { fresh.append(hit) }
    }
    reported += fresh
    return fresh.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  private func clearerHits(_ hits: [KeyphraseHit]) -> [KeyphraseHit] {
    func isSame(_ one: KeyphraseHit, _ other: KeyphraseHit) -> Bool {
      one.keyphrase == other.keyphrase && one.isSecondHearing == other.isSecondHearing && one.overlaps(other)
    }
    let fresh = hits.filter { hit in !reported.contains { isSame($0, hit) && $0.margin >= hit.margin } }
    reported.removeAll { known in fresh.contains { isSame($0, known) } }
    reported += fresh
    return fresh
  }

  /// A phrase once for each way of saying its words, the usual way first.
  private static func variants(of keyphrase: Keyphrase, lexicon: Lexicon) -> [String] {
    var variants = [""]
    for word in keyphrase.words {
      let names = lexicon.variants(of: word).isEmpty ? [word] : lexicon.variants(of: word)
      variants = names.flatMap { name in variants.map { $0.isEmpty ? name : "\($0) \(name)" } }
      variants = Array(variants.prefix(variantLimit))
    }
    return variants
  }
}

extension KeyphraseHit {
  fileprivate func overlaps(_ other: KeyphraseHit) -> Bool { start < other.end && other.start < end }
}

import AcousticFrontEnd
import AudioSamples
import PocketSphinx
import VocativeCapture

/// The first pass: keyphrase search over incoming speech, for all candidates.
final class KeyphraseSpotter {
  private let keyphrases: KeyphraseDecoder
  /// The keyphrases that it searches for in this utterance.
  private(set) var scope = KeyphraseDecoder.Scope.decisive
  private var noiseFloor = NoiseFloor(level: -84)
  private var origin = 0
  private var decodedSamples = 0
  /// The number of decoded samples at the last query.
  private var askedSamples = 0
  /// Reported hits, so that each is reported once, and again only when it becomes clearer.
  private var reported: [KeyphraseHit] = []

  /// Samples between two queries, each of which scans all hits since the utterance began: 0.1 s.
  private static let step = AudioFrame.sampleRate / 10
  /// The amount of silence after which the search has reported everything: 0.3 s.
  private static let settling = [Int16](repeating: 0, count: AudioFrame.sampleRate * 3 / 10)

  init(_ keyphrases: KeyphraseDecoder) {
    self.keyphrases = keyphrases
  }

  /// Seconds decoded since the utterance began.
  var decodedSeconds: Double { SpeechAudio.seconds(of: decodedSamples) }

  /// Whether there are keyphrases that are not decisive.
  var hasRequests: Bool { keyphrases.hasRequests }

  /// Whether a keyphrase has a meaning at any time.
  func isDecisive(_ keyphrase: Keyphrase) -> Bool { keyphrases.isDecisive(keyphrase) }

  /// Begins an utterance after the one in progress, if there is one.
  func begin(at sampleTime: Int, searchingFor scope: KeyphraseDecoder.Scope) throws(PocketSphinxError) {
    try end()
    try keyphrases.startUtterance(scope)
    (origin, self.scope) = (sampleTime, scope)
    (decodedSamples, askedSamples) = (0, 0)
    // Hits before a seam stay recorded, so that audio decoded twice is not reported twice.
    reported.removeAll { $0.end < sampleTime }
  }

  func process(_ samples: [Int16]) throws(PocketSphinxError) {
    guard !samples.isEmpty else { return }
    try keyphrases.decoder.process(noiseFloor.applied(to: samples))
    decodedSamples += samples.count
  }

  /// Makes hits in the last moments appear, because the search reports a hit only after a few frames.
  func flush() throws(PocketSphinxError) {
    try keyphrases.decoder.process(noiseFloor.applied(to: Self.settling))
  }

  func end() throws(PocketSphinxError) {
    try keyphrases.decoder.endUtterance()
  }

  /// Returns candidates that are new or have become clearer, in time order.
  ///
  /// - Parameter isComplete: Whether no more audio follows, so that the last moments are queried too.
  func newHits(isComplete: Bool = false) -> [KeyphraseHit] {
    guard isComplete || decodedSamples - askedSamples >= Self.step else { return [] }
    askedSamples = decodedSamples
    let fresh = keyphrases.hits(from: origin).filter { hit in
      !reported.contains { $0.isSameOccurrence(as: hit) && $0.margin >= hit.margin }
    }
    reported.removeAll { known in fresh.contains(where: known.isSameOccurrence) }
    reported += fresh
    return fresh
  }
}

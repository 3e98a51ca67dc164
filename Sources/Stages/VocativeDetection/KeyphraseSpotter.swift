import AcousticFrontEnd
import PocketSphinx
import VocativeCapture

/// The first hearing: keyphrase search over speech as it comes in, for all that may be a phrase.
final class KeyphraseSpotter {
  private let keyphrases: KeyphraseDecoder
  private var noiseFloor = NoiseFloor(level: -84)
  private var origin = 0
  private var decodedSamples = 0
  /// Samples that were decoded when the search was last asked.
  private var askedSamples = 0
  /// What was told of, so that it is told once, and again only when it has become clearer.
  private var told: [KeyphraseHit] = []

  /// Samples between two questions, each of which goes through all that was found since the utterance began: 0.1 s.
  private static let step = AudioFrame.sampleRate / 10
  /// Silence after which the search has reported everything: 0.3 s.
  private static let settling = [Int16](repeating: 0, count: AudioFrame.sampleRate * 3 / 10)

  init(_ keyphrases: KeyphraseDecoder) {
    self.keyphrases = keyphrases
  }

  /// Seconds decoded since the utterance began.
  var decodedSeconds: Double { Double(decodedSamples) / Double(AudioFrame.sampleRate) }

  func begin(at sampleTime: Int) throws(PocketSphinxError) {
    try keyphrases.decoder.startUtterance()
    origin = sampleTime
    (decodedSamples, askedSamples) = (0, 0)
    // What was told of before a seam stays known, so that what is decoded twice is not told of twice.
    told.removeAll { $0.end < sampleTime }
  }

  func process(_ samples: [Int16]) throws(PocketSphinxError) {
    guard !samples.isEmpty else { return }
    try keyphrases.decoder.process(noiseFloor.applied(to: samples))
    decodedSamples += samples.count
  }

  /// Lets hits in the last moments come out: the search reports a hit only when it is some frames old.
  func flush() throws(PocketSphinxError) {
    try keyphrases.decoder.process(noiseFloor.applied(to: Self.settling))
  }

  func end() throws(PocketSphinxError) {
    try keyphrases.decoder.endUtterance()
  }

  /// What may be a phrase and was not told of before, or has become clearer, in order of time.
  ///
  /// - Parameter isComplete: Whether nothing more will come, so that what came in the last moments is asked for too.
  func newHits(isComplete: Bool = false) -> [KeyphraseHit] {
    guard isComplete || decodedSamples - askedSamples >= Self.step else { return [] }
    askedSamples = decodedSamples
    func isSame(_ one: KeyphraseHit, _ other: KeyphraseHit) -> Bool { one.keyphrase == other.keyphrase && one.overlaps(other) }
    let fresh = keyphrases.hits(from: origin).filter { hit in !told.contains { isSame($0, hit) && $0.margin >= hit.margin } }
    told.removeAll { known in fresh.contains { isSame($0, known) } }
    told += fresh
    return fresh
  }
}

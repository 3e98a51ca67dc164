public import AcousticFrontEnd
public import PocketSphinx
public import VocativeCapture

/// Listens all the time: finds speech, and in speech the keyphrases.
///
/// Nothing but an energy measurement runs while nobody speaks. Not `Sendable`, as its decoder is not: keep it inside one actor.
public final class Detector {
  /// How speech and keyphrases are found.
  public struct Configuration: Equatable, Sendable {
    /// When audio counts as speech.
    public var voiceActivity = VoiceActivityDetector.Configuration()
    /// Seconds of audio kept for hearing again.
    public var historySeconds = 30.0
    /// Seconds of unbroken speech after which the decoder starts afresh: its scores and its list of hits only grow.
    public var longestUtterance = 30.0
    /// Seconds that are decoded twice when it does, so that a phrase across the seam is not lost.
    public var utteranceOverlap = 3.0

    /// Decades under its threshold to which the first hearing may put a phrase that is to be heard again.
    public var candidateRange = 30.0
    /// Seconds before a candidate that are heard again with it: what the room and the speaker sound like without it.
    public var secondHearingLead = 2.0
    /// Seconds after a candidate until it is heard again, unless the speech pauses before.
    public var secondHearingDelay = 0.3
    /// Whether a phrase is told of again when it has become clearer: for measuring, where the clearest counts.
    public var reportsClearerHits = false

    /// The settings used when nothing else is said.
    public init() {}
  }

  /// The last seconds of audio.
  public private(set) var history: AudioHistory

  private let configuration: Configuration
  private let model: AcousticModel
  private let frontEnd: UtteranceFrontEnd
  private var voiceActivity: VoiceActivityDetector
  private var spotter: KeyphraseSpotter?
  private var verifier: KeyphraseVerifier?
  /// Which phrases are only believed when they were heard twice; nil for all.
  ///
  /// Where there are wake phrases, a request after one is told as evidence and decides nothing.
  private var decisiveKind: Keyphrase.Kind?
  private var speechStart: Int?
  /// What the first hearing found and the second is still to hear.
  private var candidates: [KeyphraseHit] = []
  /// What was told of in the audio that is kept.
  private var reported: [KeyphraseHit] = []

  /// Frames that share densities in the first hearing, which only has to find what the second decides.
  private static let firstHearingFramesPerDensities = 2

  /// A detector that listens for no phrase yet.
  ///
  /// - Parameter frontEnd: What speech is heard a second time with; one of its own when none is given.
  public init(model: AcousticModel, frontEnd: UtteranceFrontEnd? = nil, configuration: Configuration = Configuration()) {
    self.model = model
    self.frontEnd = frontEnd ?? UtteranceFrontEnd(model: model)
    self.configuration = configuration
    voiceActivity = VoiceActivityDetector(configuration: configuration.voiceActivity)
    history = AudioHistory(seconds: configuration.historySeconds)
  }

  /// Whether speech is going on.
  public var isSpeaking: Bool { voiceActivity.isSpeaking }

  /// Listens for these phrases from now on.
  ///
  /// - Throws: `PocketSphinxError` if a word of a phrase is not in the lexicon.
  public func setKeyphrases(_ keyphrases: [Keyphrase], lexicon: Lexicon) throws(PocketSphinxError) {
    let decisiveKind: Keyphrase.Kind? = keyphrases.contains { $0.kind == .wake } ? .wake : nil
    let decisive = keyphrases.filter { decisiveKind == nil || $0.kind == decisiveKind }
    // Both first: what is listened for now goes on where one is refused.
    let hearings = try keyphrases.isEmpty ? nil : hearings(of: keyphrases, decisive: decisive, lexicon: lexicon)
    (spotter, verifier) = (hearings?.first, hearings?.second)
    self.decisiveKind = decisiveKind
    candidates = []
    if speechStart != nil { try spotter?.begin(at: history.endSampleTime) }
  }

  private func hearings(
    of keyphrases: [Keyphrase], decisive: [Keyphrase], lexicon: Lexicon
  ) throws(PocketSphinxError) -> (first: KeyphraseSpotter, second: KeyphraseVerifier) {
    let first = try KeyphraseDecoder(
      keyphrases: keyphrases, lexicon: lexicon, model: model, range: configuration.candidateRange,
      framesPerDensities: Self.firstHearingFramesPerDensities)
    let second = try KeyphraseDecoder(keyphrases: decisive, lexicon: lexicon, model: model)
    model.releaseDefinition()
    return (KeyphraseSpotter(first), KeyphraseVerifier(second, frontEnd: frontEnd))
  }

  /// Takes the next frame and says what it brought.
  ///
  /// - Throws: `PocketSphinxError` if decoding fails.
  public func process(_ frame: AudioFrame) throws(PocketSphinxError) -> [DetectionEvent] {
    var events: [DetectionEvent] = []
    if frame.sampleTime != history.endSampleTime {
      events += try finish()
      voiceActivity.resume(at: frame.sampleTime)
    }
    history.append(frame)
    let wasSpeaking = speechStart != nil
    let transitions = voiceActivity.process(frame.samples)
    if wasSpeaking {
      try spotter?.process(frame.samples)
      events += hear()
    }
    if let end = candidates.map(\.end).min(), frame.endSampleTime >= end + samples(configuration.secondHearingDelay) {
      events += try hearAgain()
    }
    for transition in transitions {
      switch transition {
      case .started(let position): events += try beginSpeech(at: position)
      case .paused(let position, let hasFaded):
        events += hear(isComplete: true)
        events += try hearAgain()
        if let speechStart { events.append(.speechPaused(start: speechStart, end: position, hasFaded: hasFaded)) }
      case .ended(let position): events += try endSpeech(at: position)
      }
    }
    try restartLongUtterance()
    return events
  }

  /// Says what is still to be said when the audio stops: hits in its last moments, and the end of the speech.
  ///
  /// - Throws: `PocketSphinxError` if decoding fails.
  public func finish() throws(PocketSphinxError) -> [DetectionEvent] {
    guard case .ended(let position)? = voiceActivity.finish() else { return [] }
    return try endSpeech(at: position)
  }

  /// Forgets the speech that is going on without a word about it, as when the assistant itself begins to speak.
  ///
  /// - Throws: `PocketSphinxError` if the decoder refuses.
  public func discardSpeech() throws(PocketSphinxError) {
    speechStart = nil
    candidates = []
    try spotter?.end()
    voiceActivity.resume(at: history.endSampleTime)
  }

  /// Forgets all audio, as when nobody is to be listened to any more; what is known of the room's noise stays.
  ///
  /// - Throws: `PocketSphinxError` if the decoder refuses.
  public func forgetAudio() throws(PocketSphinxError) {
    try discardSpeech()
    reported = []
    history = AudioHistory(seconds: configuration.historySeconds)
  }

  private func beginSpeech(at start: Int) throws(PocketSphinxError) -> [DetectionEvent] {
    speechStart = start
    try spotter?.begin(at: start)
    try spotter?.process(history.samples(in: start..<history.endSampleTime))
    return [.speechStarted(at: start)] + hear()
  }

  private func endSpeech(at end: Int) throws(PocketSphinxError) -> [DetectionEvent] {
    guard let start = speechStart else { return [] }
    speechStart = nil
    try spotter?.flush()
    let last = hear(isComplete: true)
    try spotter?.end()
    return last + (try hearAgain()) + [.speechEnded(start: start, end: end)]
  }

  // MARK: Hearing

  /// Takes what the first hearing has found: candidates to hear again, and what is only told as evidence.
  private func hear(isComplete: Bool = false) -> [DetectionEvent] {
    let hits = spotter?.newHits(isComplete: isComplete) ?? []
    candidates += hits.filter { isDecisive($0.keyphrase) && (configuration.reportsClearerHits || !isKnown($0)) }
    return report(hits.filter { !isDecisive($0.keyphrase) })
  }

  /// Hears the candidates again, as soon as what comes after them is known too.
  private func hearAgain() throws(PocketSphinxError) -> [DetectionEvent] {
    guard let verifier, let first = candidates.map(\.start).min() else { return [] }
    let start = max(first - samples(configuration.secondHearingLead), history.startSampleTime)
    let heard = try verifier.hits(in: history.samples(in: start..<history.endSampleTime), from: start)
    let confirmed = heard.compactMap { hit -> KeyphraseHit? in
      let margins = candidates.filter { $0.keyphrase == hit.keyphrase && $0.overlaps(hit) }.map(\.margin)
      // A threshold too far above the first hearing would have brought no second one.
      return margins.max().map { hit.limited(to: $0 + configuration.candidateRange) }
    }
    candidates = []
    return report(confirmed)
  }

  /// Tells of hits that reach their thresholds; of two that overlap, the clearer one.
  private func report(_ hits: [KeyphraseHit]) -> [DetectionEvent] {
    reported.removeAll { $0.end < history.startSampleTime }
    var fresh: [KeyphraseHit] = []
    for hit in hits.sorted(by: { $0.margin > $1.margin }) where hit.margin >= 0 && !isKnown(hit) {
      reported.append(hit)
      fresh.append(hit)
    }
    return fresh.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map(DetectionEvent.spotted)
  }

  /// Whether something was told of that leaves nothing to be told of this hit.
  private func isKnown(_ hit: KeyphraseHit) -> Bool {
    reported.contains { known in
      guard known.overlaps(hit) else { return false }
      return configuration.reportsClearerHits
        ? known.keyphrase == hit.keyphrase && known.margin >= hit.margin : known.keyphrase.kind == hit.keyphrase.kind
    }
  }

  private func isDecisive(_ keyphrase: Keyphrase) -> Bool { decisiveKind == nil || keyphrase.kind == decisiveKind }

  private func restartLongUtterance() throws(PocketSphinxError) {
    guard speechStart != nil, let spotter,
      spotter.decodedSeconds >= configuration.longestUtterance
    else { return }
    let resume = history.endSampleTime - samples(configuration.utteranceOverlap)
    try spotter.end()
    try spotter.begin(at: resume)
    try spotter.process(history.samples(in: resume..<history.endSampleTime))
  }

  private func samples(_ seconds: Double) -> Int { Int(seconds * Double(AudioFrame.sampleRate)) }
}

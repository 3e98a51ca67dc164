public import AcousticFrontEnd
import AudioSamples
public import PocketSphinx
public import VocativeCapture

/// Listens continuously: detects speech, and keyphrases within speech.
///
/// Without speech, it only measures energy. Not `Sendable`, because its decoder is not: keep it inside one actor.
public final class Detector {
  /// The settings for detecting speech and keyphrases.
  public struct Configuration: Equatable, Sendable {
    /// The settings for detecting speech.
    public var voiceActivity = VoiceActivityDetector.Configuration()
    /// Seconds of audio kept for the second pass.
    public var historySeconds = 30.0
    /// Seconds of unbroken speech after which the decoder restarts, because its scores and its list of hits only grow.
    public var maxUtterance = 30.0
    /// Seconds that are decoded again after a restart, so that a phrase across the seam is not lost.
    public var utteranceOverlap = 3.0

    /// Decades below its threshold at which the first pass accepts a phrase as a candidate for the second pass.
    public var candidateRange = 70.0
    /// Seconds before a candidate that the second pass includes, as context for the room and the speaker.
    public var secondHearingLead = 2.0
    /// Seconds after a candidate before the second pass runs, unless the speech pauses earlier.
    public var secondHearingDelay = 0.3
    /// Whether a phrase is reported again when its hit becomes clearer; for measurements, which use the clearest hit.
    public var reportsClearerHits = false

    /// Creates the default configuration.
    public init() {}
  }

  /// Seconds before the end of a wake phrase from which requests are searched for, because that end is not exact.
  private static let requestLead = 0.15

  /// The most recent audio.
  public private(set) var history: AudioHistory

  private let configuration: Configuration
  private let model: AcousticModel
  private let frontEnd: UtteranceFrontEnd
  private var voiceActivity: VoiceActivityDetector
  private var spotter: KeyphraseSpotter?
  private var verifier: KeyphraseVerifier?
  private var speechStart: Int?
  /// Hits of the first pass that wait for the second pass.
  private var candidates: [KeyphraseHit] = []
  /// Reported hits within the audio history.
  private var reported: [KeyphraseHit] = []

  /// Creates a detector without keyphrases.
  ///
  /// - Parameter frontEnd: The front end of the second pass; nil to create one.
  public init(model: AcousticModel, frontEnd: UtteranceFrontEnd? = nil, configuration: Configuration = Configuration()) {
    self.model = model
    self.frontEnd = frontEnd ?? UtteranceFrontEnd(model: model)
    self.configuration = configuration
    voiceActivity = VoiceActivityDetector(configuration: configuration.voiceActivity)
    history = AudioHistory(seconds: configuration.historySeconds)
  }

  /// Whether speech is in progress.
  public var isSpeaking: Bool { voiceActivity.isSpeaking }

  /// Replaces the keyphrases.
  ///
  /// - Throws: `PocketSphinxError` if a word of a phrase is not in the lexicon.
  public func setKeyphrases(_ keyphrases: [Keyphrase], lexicon: Lexicon) throws(PocketSphinxError) {
    // Creates both first: if one fails, the previous keyphrases stay in use.
    let hearings = try keyphrases.isEmpty ? nil : hearings(of: keyphrases, lexicon: lexicon)
    let scope = spotter?.scope ?? .decisive
    (spotter, verifier) = (hearings?.first, hearings?.second)
    candidates = []
    guard speechStart != nil, let spotter else { return }
    try spotter.begin(at: history.endSampleTime, searchingFor: spotter.hasRequests ? scope : .decisive)
  }

  /// Listens for requests too until the speech in progress ends, because a wake phrase precedes them.
  ///
  /// Requests have no meaning without a wake phrase, and hundreds of them take several times as long as the wake phrases.
  ///
  /// - Parameter position: The end of the wake phrase, in samples since the source started.
  /// - Throws: `PocketSphinxError` if decoding fails.
  public func listenForRequests(after position: Int) throws(PocketSphinxError) {
    guard let speechStart, let spotter, spotter.hasRequests, spotter.scope != .all else { return }
    let start = max(position - SpeechAudio.samples(in: Self.requestLead), speechStart, history.startSampleTime)
    guard start < history.endSampleTime else { return }
    try search(from: start, for: .all)
  }

  private func hearings(
    of keyphrases: [Keyphrase], lexicon: Lexicon
  ) throws(PocketSphinxError) -> (first: KeyphraseSpotter, second: KeyphraseVerifier) {
    let first = try KeyphraseDecoder(
      keyphrases: keyphrases, lexicon: lexicon, model: model, range: configuration.candidateRange)
    let second = try KeyphraseVerifier(lexicon: lexicon, model: model, frontEnd: frontEnd)
    model.releaseDefinition()
    return (KeyphraseSpotter(first), second)
  }

  /// Processes the next frame and returns its events.
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
    if let end = candidates.map(\.end).min(),
      frame.endSampleTime >= end + SpeechAudio.samples(in: configuration.secondHearingDelay)
    {
      events += try hearAgain()
    }
    for transition in transitions {
      switch transition {
      case .started(let position): events += try beginSpeech(at: position)
      case .paused(let position, let pause):
        // A keyphrase may be in the middle of a sound that interrupts a silence.
        if !pause.isInterruption {
          events += hear(isComplete: true)
          events += try hearAgain()
        }
        if let speechStart { events.append(.speechPaused(start: speechStart, end: position, pause)) }
      case .ended(let position): events += try endSpeech(at: position)
      }
    }
    try restartLongUtterance()
    return events
  }

  /// Returns the remaining events when the audio stops: late hits, and the end of the speech.
  ///
  /// - Throws: `PocketSphinxError` if decoding fails.
  public func finish() throws(PocketSphinxError) -> [DetectionEvent] {
    guard case .ended(let position)? = voiceActivity.finish() else { return [] }
    return try endSpeech(at: position)
  }

  /// Discards the speech in progress without an event, for example when the assistant itself begins to speak.
  ///
  /// - Throws: `PocketSphinxError` if the decoder fails.
  public func discardSpeech() throws(PocketSphinxError) {
    speechStart = nil
    candidates = []
    try spotter?.end()
    voiceActivity.resume(at: history.endSampleTime)
  }

  /// Discards all audio, for example when listening stops; the noise estimate is kept.
  ///
  /// - Throws: `PocketSphinxError` if the decoder fails.
  public func forgetAudio() throws(PocketSphinxError) {
    try discardSpeech()
    reported = []
    history = AudioHistory(seconds: configuration.historySeconds)
  }

  private func beginSpeech(at start: Int) throws(PocketSphinxError) -> [DetectionEvent] {
    speechStart = start
    try search(from: start, for: .decisive)
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

  // MARK: Detection

  /// Handles the hits of the first pass: candidates for the second pass, and hits that are only evidence.
  private func hear(isComplete: Bool = false) -> [DetectionEvent] {
    guard let spotter else { return [] }
    let hits = spotter.newHits(isComplete: isComplete)
    candidates += hits.filter { spotter.isDecisive($0.keyphrase) && (configuration.reportsClearerHits || !isKnown($0)) }
    return report(hits.filter { !spotter.isDecisive($0.keyphrase) })
  }

  /// Runs the second pass over candidates once the audio after them is available.
  private func hearAgain() throws(PocketSphinxError) -> [DetectionEvent] {
    guard let verifier, let first = candidates.map(\.start).min() else { return [] }
    let start = max(first - SpeechAudio.samples(in: configuration.secondHearingLead), history.startSampleTime)
    let heard = try verifier.compared(candidates, in: history.samples(in: start..<history.endSampleTime), from: start)
    let confirmed = heard.compactMap { hit -> KeyphraseHit? in
      let margins = candidates.filter(hit.isSameOccurrence).map(\.margin)
      // With a threshold far above the first pass's result, there would have been no second pass.
      return margins.max().map { hit.limited(to: $0 + configuration.candidateRange) }
    }
    candidates = []
    return report(confirmed)
  }

  /// Reports hits that reach their thresholds; of two overlapping hits, the clearer one.
  private func report(_ hits: [KeyphraseHit]) -> [DetectionEvent] {
    reported.removeAll { $0.end < history.startSampleTime }
    var fresh: [KeyphraseHit] = []
    for hit in hits.sorted(by: { $0.margin > $1.margin }) where hit.margin >= 0 && !isKnown(hit) {
      reported.append(hit)
      fresh.append(hit)
    }
    return fresh.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map(DetectionEvent.spotted)
  }

  /// Whether an earlier report already covers this hit.
  private func isKnown(_ hit: KeyphraseHit) -> Bool {
    reported.contains { known in
      guard known.overlaps(hit) else { return false }
      return configuration.reportsClearerHits
        ? known.keyphrase == hit.keyphrase && known.margin >= hit.margin : known.keyphrase.kind == hit.keyphrase.kind
    }
  }

  private func restartLongUtterance() throws(PocketSphinxError) {
    guard speechStart != nil, let spotter,
      spotter.decodedSeconds >= configuration.maxUtterance
    else { return }
    let resume = history.endSampleTime - SpeechAudio.samples(in: configuration.utteranceOverlap)
    try search(from: resume, for: spotter.scope)
  }

  /// Begins the first pass at a sample, with the audio since then.
  private func search(from start: Int, for scope: KeyphraseDecoder.Scope) throws(PocketSphinxError) {
    try spotter?.begin(at: start, searchingFor: scope)
    try spotter?.process(history.samples(in: start..<history.endSampleTime))
  }
}

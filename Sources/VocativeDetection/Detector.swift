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

    /// Seconds up to which speech is heard a second time when it has ended, normalised as a whole.
    public var longestSecondHearing = 10.0
    /// Which speech is heard a second time.
    public var secondHearing = SecondHearing.ofCandidates
    /// Decades under its threshold to which the first hearing may put a phrase that a second one is to find.
    ///
    /// In 226 recordings of three wake phrases none that a second hearing found lay more than 13 under it. Nine tenths of all other
    /// speech lie more than 28 under it, and cost no second hearing.
    public var candidateRange = 30.0

    /// Which speech is heard a second time.
    public enum SecondHearing: Equatable, Sendable {
      /// Speech in which a phrase, a wake phrase where there are any, came near its threshold and none reached it.
      case ofCandidates
      /// All, with every candidate reported, and again when it has become clearer: for measuring, where the clearest counts.
      case always
    }

    /// The settings used when nothing else is said.
    public init() {}
  }

  /// The last seconds of audio.
  public private(set) var history: AudioHistory

  private let configuration: Configuration
  private let model: AcousticModel
  private var voiceActivity: VoiceActivityDetector
  private var spotter: KeyphraseSpotter?
  /// Which hits make a second hearing needless; nil for all.
  ///
  /// Where there are wake phrases, a request that was spotted does not show that one
  /// came before it.
  private var sufficientKind: Keyphrase.Kind?
  private var speechStart: Int?
  /// Whether the speech that is going on has brought a hit that needs no second hearing.
  private var wasSpotted = false
  /// Samples after the end of speech that belong to a second hearing.
  private static let secondHearingTail = AudioFrame.sampleRate / 5

  /// A detector that listens for no phrase yet.
  public init(model: AcousticModel, configuration: Configuration = Configuration()) {
    self.model = model
    self.configuration = configuration
    voiceActivity = VoiceActivityDetector(configuration: configuration.voiceActivity)
    history = AudioHistory(seconds: configuration.historySeconds)
  }

  /// Whether speech is going on.
  public var isSpeaking: Bool { voiceActivity.isSpeaking }

  /// Listens for these phrases from now on.
  ///
  /// - Throws: `PocketSphinxError` when a word of a phrase is not in the lexicon.
  public func setKeyphrases(_ keyphrases: [Keyphrase], lexicon: Lexicon) throws(PocketSphinxError) {
    spotter =
      keyphrases.isEmpty
      ? nil
      : try KeyphraseSpotter(
        keyphrases: keyphrases, lexicon: lexicon, model: model, candidateRange: configuration.candidateRange,
        reportsCandidates: configuration.secondHearing == .always)
    sufficientKind = keyphrases.contains { $0.kind == .wake } ? .wake : nil
    if speechStart != nil { try spotter?.begin(at: history.endSampleTime) }
  }

  /// Takes the next frame and says what it brought.
  ///
  /// - Throws: `PocketSphinxError` when decoding fails.
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
      events += try hits()
    }
    for transition in transitions {
      switch transition {
      case .started(let position): events += try beginSpeech(at: position)
      case .paused(let position, let hasFaded):
        if let speechStart { events.append(.speechPaused(start: speechStart, end: position, hasFaded: hasFaded)) }
      case .ended(let position): events += try endSpeech(at: position)
      }
    }
    try restartLongUtterance()
    return events
  }

  /// Says what is still to be said when the audio stops: hits in its last moments, and the end of the speech.
  ///
  /// - Throws: `PocketSphinxError` when decoding fails.
  public func finish() throws(PocketSphinxError) -> [DetectionEvent] {
    guard case .ended(let position)? = voiceActivity.finish() else { return [] }
    return try endSpeech(at: position)
  }

  /// Forgets the speech that is going on without a word about it, as when the assistant itself begins to speak.
  ///
  /// - Throws: `PocketSphinxError` when the decoder refuses.
  public func discardSpeech() throws(PocketSphinxError) {
    speechStart = nil
    try spotter?.end()
    voiceActivity.resume(at: history.endSampleTime)
  }

  private func beginSpeech(at start: Int) throws(PocketSphinxError) -> [DetectionEvent] {
    speechStart = start
    wasSpotted = false
    spotter?.forgetCandidates()
    try spotter?.begin(at: start)
    try spotter?.process(history.samples(in: start..<history.endSampleTime))
    return [.speechStarted(at: start)] + (try hits())
  }

  private func endSpeech(at end: Int) throws(PocketSphinxError) -> [DetectionEvent] {
    guard let start = speechStart else { return [] }
    speechStart = nil
    try spotter?.flush()
    var last = try hits()
    try spotter?.end()
    let hasCandidate = spotter?.candidates.contains { sufficientKind == nil || $0 == sufficientKind } ?? false
    let isWanted = configuration.secondHearing == .always || (!wasSpotted && hasCandidate)
    if isWanted, let spotter, Double(end - start) <= configuration.longestSecondHearing * Double(AudioFrame.sampleRate) {
      try spotter.hearAgain(history.samples(in: start..<end + Self.secondHearingTail), from: start)
      last += try hits()
    }
    return last + [.speechEnded(start: start, end: end)]
  }

  private func hits() throws(PocketSphinxError) -> [DetectionEvent] {
    let hits = spotter?.newHits() ?? []
    if hits.contains(where: { sufficientKind == nil || $0.keyphrase.kind == sufficientKind }) { wasSpotted = true }
    return hits.map(DetectionEvent.spotted)
  }

  private func restartLongUtterance() throws(PocketSphinxError) {
    guard speechStart != nil, let spotter,
      spotter.decodedSeconds >= configuration.longestUtterance
    else { return }
    let resume = history.endSampleTime - Int(configuration.utteranceOverlap * Double(AudioFrame.sampleRate))
    try spotter.end()
    try spotter.begin(at: resume)
    try spotter.process(history.samples(in: resume..<history.endSampleTime))
  }
}

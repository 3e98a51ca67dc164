import AcousticFrontEnd
import Dispatch
import PocketSphinx
import VocativeCapture
import VocativeDetection
import VocativeIntents
import VocativeUnderstanding

/// Detects and recognizes speech for a turn loop, on a queue of its own.
///
/// Decoding takes up to seconds. On this queue it blocks neither the loop, which answers operations meanwhile, nor the thread pool
/// of all tasks.
actor Hearing {
  /// The result of a frame of audio.
  struct Heard: Sendable {
    let events: [DetectionEvent]
    /// Whether speech is in progress after the frame.
    let isSpeaking: Bool
  }

  /// The understanding of a range of audio.
  struct Recognition: Sendable {
    let understanding: Understanding
    /// Whether the same range was recognized just before.
    let isRepeated: Bool
  }

  private let queue = QueueExecutor(label: "vocative.hearing")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let model: RecognitionModel
  private let configuration: Detector.Configuration
  private let frontEnd: UtteranceFrontEnd
  private var detector: Detector
  private var stopWords: StopWordDetector?
  /// The words that stop ringing; nil if nothing rings.
  private var ringingWords: (words: [String], detector: StopWordDetector)?
  private var wakeWords: SubstitutedWakeWords?
  private let recognizer: any UtteranceRecognizer
  /// Whether the recognizer measures the silence after the words.
  nonisolated let measuresSilence: Bool
  private let installer: PlanInstaller
  private var last: (range: Range<Int>, beginning: CommandRecognizer.Beginning, understanding: Understanding)?

  init(
    stages: sending TurnLoop.Stages, runtime: IntentRuntime, detection: Detector.Configuration,
    recognition: CommandRecognizer.Configuration
  ) {
    let frontEnd = UtteranceFrontEnd(model: stages.model.acousticModel)
    let recognizer =
      stages.recognizer
      ?? CommandRecognizer(
        model: stages.model.acousticModel, frontEnd: frontEnd, configuration: recognition, dictation: stages.model.dictation)
    model = stages.model
    configuration = detection
    wakeWords = stages.wakeWords.map(SubstitutedWakeWords.init)
    detector = Detector(model: stages.model.acousticModel, frontEnd: frontEnd, configuration: detection)
    installer = PlanInstaller(planner: SpeechPlanner(model: stages.model, runtime: runtime), recognizer: recognizer)
    self.frontEnd = frontEnd
    self.recognizer = recognizer
    measuresSilence = recognizer.measuresSilence
  }

  // MARK: Plans

  /// Prepares for a new source, without phrases.
  ///
  /// - Parameter bargeIn: The stop words; nil to not listen for any.
  /// - Throws: `UnknownWordError` or `PocketSphinxError` if a stop word has no pronunciation.
  func begin(bargeIn: BargeIn?) throws {
    detector = Detector(model: model.acousticModel, frontEnd: frontEnd, configuration: configuration)
    stopWords = try bargeIn.map { try StopWordDetector($0, model: model, frontEnd: frontEnd) }
    installer.reset()
    last = nil
  }

  /// Installs what a change requires, and returns the new plan; nil if nothing changes.
  ///
  /// - Throws: An error of the grammar or of its words; the installed plan then stays in use.
  func install(_ change: PlanInstaller.Change) async throws -> SpeechPlan? {
    guard let plan = try await installer.install(change, in: detector) else { return nil }
    last = nil
    return plan
  }

  // MARK: Audio

  /// Processes the next frame while the assistant listens.
  func process(_ frame: AudioFrame) throws(PocketSphinxError) -> Heard {
    let own = try detector.process(frame)
    let events = wakeWords?.events(in: frame, own: own, keyphrases: installer.keyphrases) ?? own
    return Heard(events: events, isSpeaking: detector.isSpeaking)
  }

  /// Listens for requests too until the speech in progress ends, after a wake phrase that ended at this sample.
  func listenForRequests(after position: Int) throws(PocketSphinxError) { try detector.listenForRequests(after: position) }

  /// Prepares to listen for the words that stop ringing, which takes a moment; nil to forget them.
  ///
  /// - Throws: `UnknownWordError` or `PocketSphinxError` if a word has no pronunciation.
  func prepareToRing(_ words: BargeIn?) throws {
    guard words?.stopWords != ringingWords?.words else { return }
    ringingWords = try words.map { ($0.stopWords, try StopWordDetector($0, model: model, frontEnd: frontEnd)) }
  }

  /// Processes the next frame while the assistant speaks or something rings; returns a stop word that is detected with it.
  func stopWord(in frame: AudioFrame, isRinging: Bool) throws(PocketSphinxError) -> KeyphraseHit? {
    try (isRinging ? ringingWords?.detector : stopWords)?.hit(in: frame)
  }

  /// Returns the remaining events at the end of the audio.
  func finish() throws(PocketSphinxError) -> [DetectionEvent] { try detector.finish() }

  /// Returns whether a range of audio ends with speech.
  func hasSpeech(atEndOf range: Range<Int>) throws -> Bool {
    try recognizer.hasSpeech(atEndOf: detector.history.samples(in: range))
  }

  /// Recognizes a range of audio, unless it was the last recognized range, as if speech ends at its last pause.
  func recognize(_ range: Range<Int>, from beginning: CommandRecognizer.Beginning) async throws -> Recognition {
    if let last, last.range == range, last.beginning == beginning {
      return Recognition(understanding: last.understanding, isRepeated: true)
    }
    let understanding = try await recognizer.recognize(detector.history.samples(in: range), from: beginning)
    last = (range, beginning, understanding)
    return Recognition(understanding: understanding, isRepeated: false)
  }

  /// Returns the part of a range that is still kept.
  func samples(in range: Range<Int>) -> [Int16] { detector.history.samples(in: range) }

  /// Discards the speech in progress.
  func discardSpeech() throws(PocketSphinxError) { try detector.discardSpeech() }

  /// Discards all audio.
  func forgetAudio() throws(PocketSphinxError) {
    last = nil
    try detector.forgetAudio()
  }
}

/// Runs the jobs of an actor on a dispatch queue, for work that blocks its thread.
private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

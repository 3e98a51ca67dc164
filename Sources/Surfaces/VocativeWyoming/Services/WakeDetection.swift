import LimitedFile
import Logging
import PocketSphinx
import Vocative
import WyomingProtocol

/// Detects wake words in the audio of one client.
actor WakeDetection {
  /// A detected wake word.
  struct Found: Equatable, Sendable {
    /// Its name.
    let name: String
    /// The time in milliseconds by the client's clock.
    let timestamp: Int
  }

  private let thread: DecodingThreads.Shared
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor.asUnownedSerialExecutor() }

  private let detector: Detector
  private let logger: Logger
  private var format: WyomingAudioFormat?
  private var assembler: PCMStreamAssembler?
  /// The client's clock, in milliseconds, at a sample.
  private var clock = (timestamp: 0, sample: 0)
  /// The position after the last processed sample.
  private var position = 0
  private var hasFound = false
  /// The start of the last wake phrase of the stream.
  private var lastHit: Int?
  private var keyphrases: [Keyphrase] = []
  /// The assistant's wake phrases at the time when the keyphrases were chosen.
  private(set) var wakePhrases: [String] = []
  /// The position of the last check of the calibration file, and the file's state at that time.
  private var lastLook: (position: Int, stamp: FileStamp?)?

  /// The samples between two checks of the calibration file at rest, and the maximum delay during speech without a pause.
  private static let lookInterval = AudioFrame.sampleRate
  private static let maxLookInterval = 30 * AudioFrame.sampleRate

  /// The turns in a second of audio.
  private static let turnsPerSecond = 10

  /// The maximum length of audio from a wake phrase on: the phrase, and the time in which a detection reaches the client.
  private static let maxHandover = 5 * AudioFrame.sampleRate
  /// The audio before the wake phrase, as in a conversation at a microphone.
  private static let handoverLead = AudioFrame.sampleRate / 10

  init(model: RecognitionModel, logger: Logger) {
    thread = DecodingThreads.forDetecting()
    detector = Detector(model: model.acousticModel)
    self.logger = logger
  }

  /// Listens for these keyphrases of a plan from now on.
  func listen(for keyphrases: [Keyphrase], of planned: SpeechPlans.Planned) throws {
    wakePhrases = planned.wakePhrases
    guard keyphrases != self.keyphrases else { return }
    try detector.setKeyphrases(keyphrases, lexicon: planned.plan.lexicon)
    self.keyphrases = keyphrases
  }

  /// Returns whether a calibration file has changed since the last check; checks it again only after an interval.
  func haveThresholdsChanged(_ file: SpottingCalibrationFile) -> Bool {
    guard let last = lastLook else {
      lastLook = (position, file.stamp)
      return true
    }
    guard position - last.position >= (detector.isSpeaking ? Self.maxLookInterval : Self.lookInterval) else { return false }
    lastLook = (position, file.stamp)
    return last.stamp != lastLook?.stamp
  }

  /// Discards all audio; the position continues, so that the detector does not treat further audio as a continuation.
  func forget() throws {
    format = nil
    assembler = nil
    lastHit = nil
    try detector.forgetAudio()
  }

  /// Starts another stream of audio.
  func begin(_ format: WyomingAudioFormat, timestamp: Int?) throws {
    _ = try detector.finish()
    assembler = try format.assembler(sampleTime: position)
    self.format = format
    clock = (timestamp ?? 0, position)
    hasFound = false
    lastHit = nil
  }

  /// Returns the audio from the last wake phrase on; nil if there was none, or if it is too long ago for a command behind it.
  func audioFromWakePhrase() -> [Int16]? {
    guard let lastHit, position - lastHit <= Self.maxHandover else { return nil }
    return detector.history.samples(in: max(0, lastHit - Self.handoverLead)..<position)
  }

  /// Processes the next piece of audio in turns of its host, and returns new detections.
  func hear(_ bytes: [UInt8], format: WyomingAudioFormat, timestamp: Int?, from host: String) async throws -> [Found] {
    if self.format == nil { try begin(format, timestamp: timestamp) }
    guard format == self.format else { throw format.fault("the format changed within a stream; send audio-start first") }
    if let timestamp { clock = (timestamp, position) }
    // An event may contain a minute of audio, and other clients use the same thread.
    let turn = format.rate / Self.turnsPerSecond * format.width * format.channels
    var found: [Found] = []
    for start in stride(from: 0, to: bytes.count, by: turn) {
      let piece = Array(bytes[start..<min(start + turn, bytes.count)])
      found += try await thread.turns.with(for: host, isContinued: true) { _ in try await self.receive(piece, isLast: false) }
    }
    return found
  }

  /// Ends the audio, and returns the last detections and whether there were any in the whole stream.
  func end() throws -> (found: [Found], isAny: Bool) {
    let last = try receive([], isLast: true) + found(in: try detector.finish())
    format = nil
    assembler = nil
    return (last, hasFound)
  }

  private func receive(_ bytes: [UInt8], isLast: Bool) throws -> [Found] {
    guard assembler != nil else { return [] }
    var found: [Found] = []
    for frame in try assembler?.frames(from: bytes, isLast: isLast) ?? [] {
      position = frame.endSampleTime
      found += self.found(in: try detector.process(frame))
    }
    return found
  }

  private func found(in events: [DetectionEvent]) -> [Found] {
    let found = events.compactMap { event -> Found? in
      guard case .spotted(let hit) = event, hit.keyphrase.kind == .wake else { return nil }
      lastHit = hit.start
      let passed = (hit.end - clock.sample) * 1000 / AudioFrame.sampleRate
      // The client's timestamp may be any number.
      let (milliseconds, isTooLarge) = clock.timestamp.addingReportingOverflow(passed)
      return Found(
        name: WakeWordName.of(hit.keyphrase.text), timestamp: max(0, isTooLarge ? clock.timestamp : milliseconds))
    }
    if !found.isEmpty { hasFound = true }
    return found
  }
}

/// The names of wake words, in the style of other services' models.
enum WakeWordName {
  /// Returns the name of a phrase: "hey assistant" is `hey_assistant`.
  static func of(_ phrase: String) -> String { SpokenText.words(of: phrase).joined(separator: "_") }
}

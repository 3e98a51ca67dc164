import AssistantTestSupport
import Foundation
import Logging
import Money
import Synchronization
import Vocative
import VocativeTestSupport
import VocativeWyoming

/// A satellite with the money assistant that records its sounds and events.
final class RunningSatellite: Sendable {
  struct Failure: Error {}

  /// A text or tone that the satellite played.
  enum Sound: Equatable {
    case text(String)
    /// A tone, by its length and frequency.
    case tone(seconds: Double, hertz: Int)
  }

  private final class Voice: Synthesizer {
    let sounds = Mutex<[Sound]>([])
    /// The sounds that wait for their release, or nil if sounds are not held.
    private let held = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

    var heldCount: Int { held.withLock { $0?.count ?? 0 } }

    func hold() { held.withLock { $0 = [] } }

    func release() {
      let waiting = held.withLock { held in
        defer { held = nil }
        return held ?? []
      }
      for continuation in waiting { continuation.resume() }
    }

    func speak(_ text: String) async throws(SpeechError) { sounds.withLock { $0.append(.text(text)) } }

    func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) {
      await withCheckedContinuation { continuation in
        let isHeld = held.withLock { held in
          held?.append(continuation)
          return held != nil
        }
        if !isHeld { continuation.resume() }
      }
      let hertz = SyntheticAudio.frequency(of: speech.samples, rate: speech.rate)
      let tone = Sound.tone(seconds: Double(speech.samples.count) / Double(speech.rate), hertz: Int((hertz / 10).rounded()) * 10)
      sounds.withLock { $0.append(tone) }
    }
  }

  private final class Record: Sendable {
    let events = Mutex<[TurnEvent]>([])
  }

  /// The address of the satellite.
  let uri: String
  private let folder: TemporaryFolder
  private let loop: TurnLoop
  private let voice = Voice()
  private let record = Record()
  private let work: Task<Void, any Error>

  /// Serves on a free port of this computer, or on a socket in a temporary folder.
  ///
  /// - Parameters:
  ///   - isRunAgain: Whether a first run fails, because another file is in the place of the socket.
  ///   - limit: The time limit for the start of an answer by Home Assistant.
  ///   - allowed: The addresses that Home Assistant may have; nil for any.
  ///   - clock: The clock of the link.
  ///   - log: The log of the satellite.
  init(
    isUnix: Bool = false, isRunAgain: Bool = false, limit: Duration = .seconds(300), allowed: AllowedAddresses? = nil,
    clock: any Clock<Duration> = ContinuousClock(), log: RecordedLog = RecordedLog()
  ) async throws {
    let logger = log.logger
    folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: try MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    var limits = IntentRuntime.Limits()
    limits.patience = nil
    let runtime = try IntentRuntime(
      assistant: assistant, memory: .inMemory(assistant: assistant.name), limits: limits, logger: logger)
    let link = SatelliteLink(limit: limit, allowed: allowed, clock: clock, logger: logger)
    let record = record
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: voice)
    stages.fallback = link
    loop = TurnLoop(runtime: runtime, stages: stages, logger: logger) { notice in
      if case .event(let event) = notice { record.events.withLock { $0.append(event) } }
    }
    let (addresses, address) = AsyncStream.makeStream(of: WyomingAddress.self)
    let satellite = WyomingSatellite(
      isUnix ? .unix(path: folder.path + "/run/satellite") : .tcp(host: "127.0.0.1", port: 0), link: link, loop: loop,
      name: "kitchen", logger: logger
    ) { address.yield($0) }
    if isRunAgain {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/run", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let file = try folder.write("", to: "run/satellite")
      try? await satellite.run()
      try FileManager.default.removeItem(atPath: file)
    }
    let running = Task {
      defer { address.finish() }
      try await satellite.run()
    }
    work = running
    guard let address = await addresses.first(where: { _ in true }) else {
      try await running.value
      throw Failure()
    }
    uri = "\(address)"
  }

  deinit { work.cancel() }

  /// The port of its address; nil for a socket.
  var port: UInt16? { uri.split(separator: ":").last.flatMap { UInt16($0) } }

  /// The path of its socket.
  var path: String { String(uri.dropFirst("unix://".count)) }

  /// Holds sounds until `releaseSounds()` is called.
  func holdSounds() { voice.hold() }
  func releaseSounds() { voice.release() }

  /// The number of held sounds: one or none, because they are played one after the other.
  var heldSounds: Int { voice.heldCount }

  /// The texts and tones that were played.
  var sounds: [Sound] { voice.sounds.withLock { $0 } }

  /// The events of the turn loop.
  var events: [TurnEvent] { record.events.withLock { $0 } }

  /// The intent and the dialog of each response.
  var responses: [[String]] {
    events.compactMap { if case .responded(let intent, _, let dialog, _) = $0.kind { [intent, dialog] } else { nil } }
  }

  /// The dialog of each rejection.
  var rejections: [String?] {
    events.compactMap { if case .rejected(_, _, let dialog) = $0.kind { dialog } else { nil as String?? } }
  }

  /// The end of the wake phrase, in samples.
  var wakeEnd: Int? {
    events.lazy.compactMap { if case .spotted("hey assistant", _, let end, _) = $0.kind { Int(end * 16_000) } else { nil } }.first
  }

  /// Plays a recording to the satellite, followed by a second of silence.
  func hear(_ recording: String) async throws {
    try await loop.run(SampleSource(try RawRecording.samples(of: recording) + [Int16](repeating: 0, count: 16_000)))
  }
}

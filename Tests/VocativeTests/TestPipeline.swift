import Foundation
import Logging
import Money
import Synchronization
import Vocative
import VocativeTestSupport

/// The real pipeline with a temporary store and a record of all notifications.
struct TestPipeline: Sendable {
  let logger: Logger
  let store: MoneyStore
  private let folder: TemporaryFolder
  let loop: TurnLoop
  private let synthesizer: any Synthesizer
  private let record: Record

  private final class Record: Sendable {
    let notices = Mutex<[TurnNotice]>([])
  }

  init(
    configuration: TurnLoop.Configuration = .init(), synthesizer: any Synthesizer = RecordingSynthesizer(), mute: MuteFile? = nil,
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger = .silent
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try MoneyStore(sampleAt: folder.path + "/money.sqlite")
    try self.init(
      assistant: MoneyAssistant.make(store: store), store: store, folder: folder, configuration: configuration,
      synthesizer: synthesizer, mute: mute, clock: clock, logger: logger)
  }

  init(
    assistant: Assistant, configuration: TurnLoop.Configuration = .init(),
    synthesizer: any Synthesizer = RecordingSynthesizer(), calibration: SpottingCalibrationFile? = nil,
    recognizer: sending (any UtteranceRecognizer)? = nil
  ) throws {
    let folder = try TemporaryFolder()
    try self.init(
      assistant: assistant, store: MoneyStore(sampleAt: folder.path + "/money.sqlite"), folder: folder,
      configuration: configuration, synthesizer: synthesizer, calibration: calibration, recognizer: recognizer)
  }

  /// A pipeline with private requests that a passphrase unlocks.
  init(passphrase: String, clock: any Clock<Duration> = ContinuousClock(), log: RecordedLog) throws {
    let folder = try TemporaryFolder()
    let store = try MoneyStore(sampleAt: folder.path + "/money.sqlite")
    try self.init(
      assistant: MoneyAssistant.make(store: store), store: store, folder: folder, configuration: .init(),
      synthesizer: RecordingSynthesizer(), unlock: Unlock(passphrase: passphrase), clock: clock, logger: log.logger)
  }

  private init(
    assistant: Assistant, store: MoneyStore, folder: TemporaryFolder, configuration: TurnLoop.Configuration,
    synthesizer: any Synthesizer, calibration: SpottingCalibrationFile? = nil,
    recognizer: sending (any UtteranceRecognizer)? = nil, mute: MuteFile? = nil, unlock: Unlock = Unlock(),
    clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger = .silent
  ) throws {
    let record = Record()
    self.logger = logger
    self.record = record
    self.store = store
    self.folder = folder
    self.synthesizer = synthesizer
    var limits = IntentRuntime.Limits()
    // A busy machine is slow at everything, and these tests do not test its progress messages.
    limits.patience = nil
    let runtime = try IntentRuntime(
      assistant: assistant, memory: .inMemory(assistant: assistant.name), unlock: unlock, limits: limits, clock: clock,
      logger: logger)
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: synthesizer)
    stages.recognizer = recognizer
    var configuration = configuration
    (configuration.calibration, configuration.mute) = (calibration, mute)
    loop = TurnLoop(runtime: runtime, stages: stages, configuration: configuration, clock: clock, logger: logger) { notice in
      if case .level = notice { return }
      record.notices.withLock { $0.append(notice) }
    }
  }

  func play(_ source: some AudioSource) async throws {
    try await loop.run(source)
  }

  var events: [TurnEvent] {
    record.notices.withLock { $0.compactMap { if case .event(let event) = $0 { event } else { nil } } }
  }

  var states: [TurnState] {
    record.notices.withLock { $0.compactMap { if case .state(let state) = $0 { state } else { nil } } }
  }

  var spokenTexts: [String] { (synthesizer as? RecordingSynthesizer)?.texts ?? [] }
}

extension [TurnEvent] {
  var understood: [(intent: String, slots: [String: String])] {
    compactMap { if case .understood(_, let intent, let slots, _) = $0.kind { (intent, slots) } else { nil } }
  }

  var responses: [(code: IntentResponse.Code, dialog: String)] {
    compactMap { if case .responded(_, let code, let dialog, _) = $0.kind { (code, dialog) } else { nil } }
  }

  var rejections: [String] {
    compactMap { if case .rejected(let reason, _, _) = $0.kind { reason } else { nil } }
  }

  var spotted: [String] {
    compactMap { if case .spotted(let phrase, _, _, _) = $0.kind { phrase } else { nil } }
  }
}

import AssistantTestSupport
import Clock
import Foundation
import Logging
import Messages
import Money
import Notes
import Vocative
import VocativeTestSupport

/// An assistant with its own store, at the time of all conversations.
struct ScriptedAssistant: Sendable {
  let runtime: IntentRuntime
  private let folder: TemporaryFolder
  let database: String
  /// The apps of an assistant that runs in a process of its own.
  private let apps: AppHosts

  static let logger = Logger.silent
  private static let now = UTC.date(2026, 11, 20)

  /// The circumstance in which the message transport rejects all events.
  private static let closedOutbox = "the outbox is closed"

  /// - Parameter isApp: Whether the assistant runs in a process of its own; only Notes can.
  init(named name: String, under circumstances: [String], isApp: Bool = false) async throws {
    if let unknown = circumstances.first(where: { $0 != Self.closedOutbox }) {
      throw ConversationScript.Mistake(description: "unknown circumstance \"\(unknown)\"")
    }
    folder = try TemporaryFolder()
    database = folder.path + "/\(name).sqlite"
    apps = AppHosts(limits: .patient, logger: Self.logger)
    let clock = WallClock(now: { Self.now }, calendar: UTC.calendar)
    let assistant: Assistant
    switch name {
    case MoneyAssistant.name: assistant = try MoneyAssistant.make(store: MoneyStore(sampleAt: database, clock: clock))
    case NotesAssistant.name where isApp:
      // The store of the app is created before the test reads it, and its other state is in the folder too.
      let file = try folder.write(
        "command: [/usr/bin/env, \"XDG_DATA_HOME=\(folder.path)\", \"\(TestProgram.path("NotesApp"))\", \"\(database)\", "
          + "\"\(Self.now.timeIntervalSince1970)\"]\nstart: at-start\n", to: "notes.app.yaml")
      // The runtime decides by its own clock which shortcuts are relevant.
      assistant = try await apps.assistant(AppFile(path: file)).using(clock)
    case NotesAssistant.name:
      assistant = try NotesAssistant.make(
        store: NotesStore(path: database, hasSampleData: true, now: Self.now), clock: clock)
    case MessagesAssistant.name:
      let outbox = folder.path + "/outbox"
      // A file instead of the folder prevents its creation.
      if circumstances.contains(Self.closedOutbox) { try Data().write(to: URL(fileURLWithPath: outbox)) }
      assistant = try MessagesAssistant.make(
        store: MessagesStore(path: database, hasSampleData: true, now: Self.now), transport: SpoolTransport(folder: outbox),
        clock: clock)
    case ClockAssistant.name:
      let moment = Moment(date: Self.now, uptime: .seconds(60), boot: "test")
      assistant = try ClockAssistant.make(
        store: ClockStore(path: database), time: TimeKeeper(now: { moment }, calendar: UTC.calendar))
    default: throw ConversationScript.Mistake(description: "there is no assistant \"\(name)\"")
    }
    var limits = IntentRuntime.Limits()
    // A busy machine must not cause a timeout.
    limits.handler = .seconds(3600)
    limits.patience = nil
    let memory = try AssistantMemory.inMemory(assistant: name)
    runtime = IntentRuntime(
      assistant: assistant, memory: memory,
      observers: [
        TimelineObserver(timeline: memory.timeline, logger: Self.logger),
        DonationObserver(donations: memory.donations, logger: Self.logger),
      ],
      pronunciations: PronunciationLookup(dictionary: try RecognitionModel().dictionary),
      unlock: Unlock(passphrase: "seven green bottles"),
      limits: limits, logger: Self.logger)
    try await runtime.prepare()
  }
}

import Foundation
package import Logging
package import Mosquitto
import ProgramOutput
package import Vocative
import VocativeIntents
import VocativeMemory
import VocativeStorage

/// Synchronizes voice shortcuts and names between the boxes of a broker, for each assistant that they have in common.
///
/// With each connection it waits for all retained messages, merges them, and publishes what the broker lacks or has in an older
/// version. Between connections a box uses the stored state.
package actor RoomSharing {
  private let room: RoomName
  private let loop: TurnLoop
  private let clock: any Clock<Duration>
  private let logger: Logger
  private nonisolated let inbox = SharingInbox()
  /// The progress of each assistant, by name.
  private var assistants: [String: Progress] = [:]
  private var logged: Set<String> = []
  /// The last fault of the store.
  private let faults = FaultLog()

  private struct Progress {
    var ledger: SharingLedger
    var mark: StoreMark?
    var looksUntilComplete = 0
  }

  /// The interval of checks for changes by other programs.
  static let interval = Duration.seconds(2)
  /// The pause after the store failed.
  private static let pause = Duration.seconds(30)
  /// The number of checks without all retained messages before a warning.
  private static let patience = 15
  /// Messages that were already logged.
  private static let maxLogged = 100

  package init(room: RoomName, loop: TurnLoop, clock: any Clock<Duration>, logger: Logger) {
    (self.room, self.loop, self.clock, self.logger) = (room, loop, clock, logger)
  }

  // MARK: The broker

  /// The connection was established.
  package nonisolated func connect(_ client: MosquittoClient) { inbox.connect(client) }

  /// The connection was lost.
  nonisolated func disconnect() { inbox.disconnect() }

  /// Messages of the broker were dropped, and shared items may be among them.
  package nonisolated func lose() { inbox.lose() }

  /// Receives a message about shared items; returns false for any other.
  package nonisolated func receive(_ message: MosquittoMessage) -> Bool {
    guard SharedTopic.isShared(message.topic) else { return false }
    inbox.put(message)
    return true
  }

  /// Synchronizes until it is cancelled.
  package func run() async {
    let ticking = Task { [inbox, clock] in
      while (try? await clock.sleep(for: Self.interval)) != nil { inbox.look() }
    }
    defer { ticking.cancel() }
    for await _ in inbox.signals {
      do {
        try await look()
      } catch  where Task.isCancelled {
        return
      } catch {
        let fault = PrintableText.line("shortcuts and names are not shared: \(error)")
        // Dropped items are not a fault of this box, and another client may cause them all day.
        if error is DroppedItems { logOnce(fault) } else if faults.isNew(fault) { logger.warning("\(fault)") }
        // The next attempt starts from the beginning, and asks for all messages again.
        assistants = [:]
        try? await clock.sleep(for: Self.pause)
        _ = inbox.read()
      }
    }
  }

  // MARK: Local changes

  private func look() async throws {
    let contents = inbox.read()
    guard let (client, number) = contents.connection else {
      assistants = [:]
      return
    }
    let runtime = await loop.runtime
    let names = runtime.assistants.map(\.name)
    assistants = assistants.filter { names.contains($0.key) }
    for name in names {
      let subject = SharingLedger.Subject(connection: number, assistant: name)
      try await look(at: contents, of: subject, runtime, client)
    }
    faults.clear()
    if contents.isIncomplete { throw DroppedItems() }
  }

  /// The error for shared items that were dropped.
  private struct DroppedItems: Error, CustomStringConvertible {
    var description: String { "the broker sent too many messages at once; all shared items are requested again" }
  }

  private func look(
    at contents: SharingInbox.Contents, of subject: SharingLedger.Subject, _ runtime: IntentRuntime, _ client: MosquittoClient
  ) async throws {
    let messages = contents.messages
    let memory = try runtime.memory(of: subject.assistant)
    if assistants[subject.assistant]?.ledger.subject != subject { try await begin(subject, memory, client) }
    guard var progress = assistants[subject.assistant] else { return }
    try await merge(messages, into: &progress.ledger, memory, runtime)
    // Among the dropped items may be a newer version of what would be published.
    guard !contents.isIncomplete else { return }
    if !progress.ledger.isComplete, messages.isEmpty {
      progress.looksUntilComplete += 1
      if progress.looksUntilComplete == Self.patience {
        let topic = boxTopic(progress.ledger)
        logOnce("the broker does not return messages sent to \(topic); check that this box may read and write there")
      }
    }
    let mark = try await memory.store.mark()
    if progress.ledger.isComplete, progress.ledger.isDue || mark != progress.mark {
      progress.ledger.isDue = try await !publish(&progress.ledger, memory, runtime, client)
      progress.mark = mark
    }
    assistants[subject.assistant] = progress
  }

  /// Requests all retained messages, followed by a message of this box's own.
  private func begin(_ subject: SharingLedger.Subject, _ memory: AssistantMemory, _ client: MosquittoClient) async throws {
    let ledger = SharingLedger(subject: subject, box: try await memory.store.box(), sync: UUID().uuidString)
    do throws(MosquittoError) {
      try client.subscribe(to: SharedTopic.subscription(of: subject.assistant))
      let payload = try? SharedPayload.bytes(ofBoxIn: room.description, sync: ledger.sync)
      // Retained, as the broker acknowledges retained messages and sends them in order.
      try client.publish(MosquittoMessage(topic: boxTopic(ledger), payload: payload ?? [], isRetained: true))
    } catch {
      // The connection is lost again; the next one repeats this.
      assistants[subject.assistant] = nil
      return
    }
    assistants[subject.assistant] = Progress(ledger: ledger)
  }

  private func boxTopic(_ ledger: SharingLedger) -> String {
    SharedTopic.box(ledger.box).topic(of: ledger.subject.assistant) ?? ""
  }

  // MARK: Received messages

  /// Handles a message.
  private enum Heard {
    case shortcut(SharedShortcut?, VoiceShortcut.ID)
    case names([SpeakableString], Vocabulary.Kind, box: String)
    case ownNames([UInt8], Vocabulary.Kind)
    case sync(String)
  }

  private static func heard(_ message: MosquittoMessage, _ ledger: SharingLedger) throws(SharedPayload.Fault) -> Heard? {
    switch SharedTopic(message.topic, of: ledger.subject.assistant) {
    case .box(ledger.box): SharedPayload.sync(message.payload).map(Heard.sync)
    case .names(let kind, ledger.box): .ownNames(message.payload, kind)
    case .names(let kind, let box): .names(try SharedPayload.names(message.payload), kind, box: box)
    case .shortcut(let id): .shortcut(message.payload.isEmpty ? nil : try SharedPayload.shortcut(id, message.payload), id)
    case .box, nil: nil
    }
  }

  private func merge(
    _ messages: [MosquittoMessage], into ledger: inout SharingLedger, _ memory: AssistantMemory, _ runtime: IntentRuntime
  ) async throws {
    var shortcuts: [SharedShortcut] = []
    var hasCome = false
    for message in messages {
      var heard: Heard?
      do throws(SharedPayload.Fault) {
        heard = try Self.heard(message, ledger)
      } catch {
        logOnce("ignored a shared item from the broker: \(error)")
      }
      switch heard {
      case .shortcut(let shortcut, let id):
        ledger.keeps(shortcut, at: id)
        if let shortcut { shortcuts.append(shortcut) }
      case .names(let strings, let kind, let box):
        if try await !memory.vocabulary.merge(strings, of: kind, from: box) {
          logOnce("ignored names of other rooms: the limit is \(Vocabulary.maxSharedLists) lists")
        }
      case .ownNames(let bytes, let kind): ledger.keeps(bytes, of: kind)
      case .sync(let sync): hasCome = hasCome || sync == ledger.sync
      case nil: break
      }
    }
    log(try await memory.shortcuts.merge(shortcuts), runtime)
    if hasCome { ledger.complete() }
  }

  // MARK: Publishing

  /// Publishes what the broker lacks or has in an older version; returns false if it is not done.
  private func publish(
    _ ledger: inout SharingLedger, _ memory: AssistantMemory, _ runtime: IntentRuntime, _ client: MosquittoClient
  ) async throws -> Bool {
    var names: [Vocabulary.Kind: [UInt8]] = [:]
    for (kind, strings) in try await memory.vocabulary.ownStrings() {
      let (bytes, count) = try SharedPayload.bytes(of: strings)
      names[kind] = bytes
      if count < strings.count {
        logOnce("of the \(strings.count) \(kind.rawValue) names, only the \(count) most important are shared")
      }
    }
    let none = try SharedPayload.bytes(of: []).bytes
    let shortcuts = try await memory.shortcuts.shared().compactMap {
      Self.shareable($0, of: ledger.subject.assistant, runtime)
    }
    for publication in ledger.publications(of: shortcuts, names: names, none: none) {
      guard let message = try message(publication, ledger) else { continue }
      do throws(MosquittoError) {
        try client.publish(message)
      } catch {
        return false
      }
      ledger.published(publication)
    }
    return true
  }

  /// Returns the version of a shortcut for other rooms; nil if there is none.
  ///
  /// Private shortcuts stay on their box. A change that makes one private deletes it in the rooms that received it; if its intent becomes
  /// private without a change of the shortcut, they keep it, because the version is the same. A shortcut with an intent that is unknown
  /// here may be private, and may work in other rooms.
  private static func shareable(
    _ shared: SharedShortcut, of assistant: String, _ runtime: IntentRuntime
  ) -> SharedShortcut? {
    guard let shortcut = shared.shortcut.map({ runtime.named($0, storedWith: assistant) }), runtime.isPrivate(shortcut) else {
      return shared
    }
    return runtime.canPerform(shortcut) ? SharedShortcut(id: shared.id, version: shared.version, content: nil) : nil
  }

  private func message(_ publication: SharingLedger.Publication, _ ledger: SharingLedger) throws -> MosquittoMessage? {
    let topic: SharedTopic
    let payload: [UInt8]
    switch publication {
    case .shortcut(let shortcut): (topic, payload) = (.shortcut(shortcut.id), try SharedPayload.bytes(of: shortcut))
    case .forgotten(let id): (topic, payload) = (.shortcut(id), [])
    case .names(let kind, let bytes): (topic, payload) = (.names(kind, box: ledger.box), bytes)
    }
    return topic.topic(of: ledger.subject.assistant).map { MosquittoMessage(topic: $0, payload: payload, isRetained: true) }
  }

  // MARK: The log

  private func log(_ merge: VoiceShortcutCenter.Merge, _ runtime: IntentRuntime) {
    if merge.changes > 0 { logger.info("other rooms created, changed or deleted \(merge.changes) shortcuts") }
    for shortcut in merge.setAside {
      logger.warning(
        """
        the shortcut \(runtime.logName(of: shortcut)) waits, because an older one has its phrase or there are already \
        \(VoiceShortcutCenter.maxShortcuts) shortcuts; to give it another phrase: vocative shortcuts edit \(shortcut.id) PHRASE
        """)
    }
    for refusal in merge.refusals.sorted() { logOnce("ignored a shortcut of another room: \(refusal)") }
  }

  private func logOnce(_ text: String) {
    let message = PrintableText.line(text)
    guard logged.count < Self.maxLogged, logged.insert(message).inserted else { return }
    logger.warning("\(message)")
  }
}

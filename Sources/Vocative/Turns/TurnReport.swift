import VocativeCapture
import VocativeDetection
import VocativeIntents

/// Reports the events of a turn loop, and counts them.
struct TurnReport {
  /// The counters since the loop's creation.
  private(set) var tally = TurnTally()
  private let notify: @Sendable (TurnNotice) -> Void
  private var lastState: TurnState?
  /// The events of a turn whose caller waits for them.
  private var record: [TurnEvent]?
  /// The readers of all events, by number.
  private var readers: [Int: AsyncStream<TurnEvent>.Continuation] = [:]
  private var lastReader = 0

  init(notify: @escaping @Sendable (TurnNotice) -> Void) { self.notify = notify }

  /// Reports an event.
  mutating func emit(_ event: TurnEvent) {
    if case .spotted = event.kind { tally.hits += 1 }
    record?.append(event)
    if !event.isPrivate { for reader in readers.values { reader.yield(event) } }
    notify(.event(event))
  }

  /// Reports a state; returns whether it is another one than before.
  mutating func emit(_ state: TurnState) -> Bool {
    guard state != lastState else { return false }
    lastState = state
    notify(.state(state))
    return true
  }

  /// Reports the level of a frame.
  func emit(_ level: InputLevel) { notify(.level(level)) }

  func emitMemoryChange() { notify(.memory) }

  /// Counts samples that are processed.
  mutating func countSamples(_ count: Int) { tally.heardSamples += count }

  /// Counts an answer.
  mutating func countAnswer() { tally.answers += 1 }

  /// Adds a reader of events and returns its number.
  mutating func addReader(_ reader: AsyncStream<TurnEvent>.Continuation) -> Int {
    lastReader += 1
    readers[lastReader] = reader
    return lastReader
  }

  /// Removes a reader.
  mutating func removeReader(_ number: Int) { readers[number] = nil }

  /// Starts to keep events.
  mutating func beginRecord() { record = [] }

  /// Returns the events that were kept.
  mutating func endRecord() -> [TurnEvent] {
    defer { record = nil }
    return record ?? []
  }
}

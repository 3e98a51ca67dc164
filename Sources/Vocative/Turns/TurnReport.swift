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

  init(notify: @escaping @Sendable (TurnNotice) -> Void) { self.notify = notify }

  /// Reports an event.
  mutating func emit(_ event: TurnEvent) {
    if case .spotted = event.kind { tally.hits += 1 }
    record?.append(event)
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

  /// Starts to keep events.
  mutating func beginRecord() { record = [] }

  /// Returns the events that were kept.
  mutating func endRecord() -> [TurnEvent] {
    defer { record = nil }
    return record ?? []
  }
}

public import Logging
import Synchronization
import VocativeIntents
import VocativeResponse

/// Makes the alerts of the served assistants heard: says them once, or rings until a person stops it.
///
/// It asks the assistants when the next alert is due, at least once a second: another program may have set a timer, and a clock
/// that is set or a computer that wakes up changes what is due.
public struct AlertRinger: Sendable {
  /// The words that stop ringing without a wake phrase.
  public static let stopWords = ["stop", "cancel"]
  /// The word that postpones an alert without a wake phrase.
  public static let snoozeWord = "snooze"

  private struct Due: Sendable {
    let assistant: String
    let source: any AlertSource
    let alert: Alert

    var key: String { "\(assistant)/\(alert.id)" }
  }

  private let loop: TurnLoop
  private let limit: Duration
  private let clock: any Clock<Duration>
  private let logger: Logger
  private let lastFault = FaultLog()

  /// The time before an alert in which ringing is prepared.
  private static let preparation = Duration.seconds(10)
  private static let words = stopWords + [snoozeWord]
  /// The maximum time between two looks at the assistants' alerts.
  private static let interval = Duration.seconds(1)
  /// A dialog is said in the first of this many rounds.
  private static let roundsPerDialog = 3

  /// Creates a ringer for a turn loop.
  ///
  /// - Parameter limit: The maximum duration of ringing.
  public init(
    loop: TurnLoop, limit: Duration = .seconds(120), clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    self.loop = loop
    self.limit = limit
    self.clock = clock
    self.logger = logger
  }

  /// Attends to the alerts until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      let (due, next) = await look()
      let elapsed = Self.stopwatch(clock)
      if due.isEmpty {
        if let next, next < Self.preparation {
          do {
            try await loop.prepareToRing(untilHearing: Self.words)
          } catch {
            if lastFault.isNew("\(error)") { logger.error("the words that stop ringing cannot be heard: \(error)") }
          }
        }
        // Preparing takes time, in which the next alert comes closer.
        let rest = next.map { $0 - elapsed() } ?? Self.interval
        try? await clock.sleep(for: min(max(rest, .milliseconds(1)), Self.interval), tolerance: .zero)
      } else {
        await attend(to: due)
      }
    }
  }

  /// Returns what is due now, and the time until something else is.
  private func look() async -> (due: [Due], next: Duration?) {
    var (due, next): ([Due], Duration?) = ([], nil)
    for assistant in await loop.runtime.assistants {
      guard let source = assistant.alerts else { continue }
      do {
        let alerts = try await source.alerts()
        due += alerts.due.map { Due(assistant: assistant.name, source: source, alert: $0) }
        next = [next, alerts.next].compactMap(\.self).min()
        lastFault.clear()
      } catch {
        if lastFault.isNew("\(error)") { logger.error("the alerts of \"\(assistant.name)\" cannot be read: \(error)") }
      }
    }
    return (due, next)
  }

  private func attend(to due: [Due]) async {
    for alert in due where alert.alert.style == .isSaid {
      do {
        try await loop.announce(alert.alert, of: alert.assistant)
      } catch is CancellationError {
        return
      } catch {
        // It is not repeated: a loudspeaker that works again after hours must not tell old news.
        logger.warning("\(error)")
      }
      await end(alert, as: .done)
    }
    let ringing = due.filter { $0.alert.style == .rings }
    if !ringing.isEmpty { await ring() }
  }

  private func ring() async {
    let elapsed = Self.stopwatch(clock)
    let heard = Heard()
    let end: TurnLoop.RingingEnd
    do {
      end = try await loop.ring(untilHearing: Self.words) {
        guard elapsed() < limit else { return nil }
        let due = await look().due.filter { $0.alert.style == .rings }
        guard !due.isEmpty else { return nil }
        let (number, news) = heard.next(due.map(\.key))
        let isSaid = number % Self.roundsPerDialog == 0 || !news.isEmpty
        return TurnLoop.RingingRound(
          tone: RingTone(round: number).speech, dialog: isSaid ? due.map(\.alert.dialog).joined(separator: " ") : nil,
          news: due.filter { news.contains($0.key) }.map { ($0.assistant, $0.alert) })
      }
    } catch {
      // Alerts that are still due ring again after a restart.
      if !(error is CancellationError) {
        logger.error("ringing failed: \(error)")
        try? await clock.sleep(for: Self.interval)
      }
      return
    }
    for due in await look().due where due.alert.style == .rings && heard.contains(due.key) {
      switch end {
      case .said(Self.snoozeWord) where due.alert.canSnooze: await self.end(due, as: .snoozed)
      case .said, .stopped: await self.end(due, as: .done)
      case .over: await self.end(due, as: .unanswered)
      }
    }
  }

  private func end(_ due: Due, as ending: Alert.Ending) async {
    do {
      try await due.source.end(due.alert.id, as: ending)
    } catch {
      logger.error("the alert \"\(due.alert.id)\" of \"\(due.assistant)\" cannot be ended: \(error)")
      try? await clock.sleep(for: Self.interval)
    }
  }

  private static func stopwatch<Measuring: Clock<Duration>>(_ clock: Measuring) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The alerts that rang in this session.
  private final class Heard: Sendable {
    private let state = Mutex<(round: Int, keys: Set<String>)>((0, []))

    /// Begins a round; returns its number and the alerts that are new.
    func next(_ keys: [String]) -> (number: Int, news: Set<String>) {
      state.withLock { state in
        let news = Set(keys).subtracting(state.keys)
        state.keys.formUnion(keys)
        defer { state.round += 1 }
        return (state.round, news)
      }
    }

    func contains(_ key: String) -> Bool { state.withLock { $0.keys.contains(key) } }
  }

  /// Remembers the last fault, so that a lasting one is logged once.
  private final class FaultLog: Sendable {
    private let last = Mutex<String?>(nil)

    func isNew(_ fault: String) -> Bool {
      last.withLock { last in
        defer { last = fault }
        return last != fault
      }
    }

    func clear() { last.withLock { $0 = nil } }
  }
}

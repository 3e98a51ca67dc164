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
  private let faults = FaultLog()
  private let ended = EndedAlerts()

  /// The time before an alert in which ringing is prepared.
  private static let preparation = Duration.seconds(10)
  private static let words = stopWords + [snoozeWord]
  /// The maximum time between two looks at the assistants' alerts.
  private static let interval = Duration.seconds(1)
  /// A dialog is said in the first of this many rounds.
  private static let roundsPerDialog = 3

  /// Creates a ringer for a turn loop.
  ///
  /// - Parameter limit: The maximum time for which one alert rings.
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
      let elapsed = clock.stopwatch()
      if await attend(to: due) { continue }
      if let next, next < Self.preparation {
        // A failure is reported when it rings.
        try? await loop.prepareToRing(untilHearing: Self.words)
      }
      // Preparing takes time, in which the next alert comes closer.
      let rest = next.map { $0 - elapsed() } ?? Self.interval
      try? await clock.sleep(for: min(max(rest, .milliseconds(1)), Self.interval), tolerance: .zero)
    }
  }

  /// Returns what is due now, and the time until something else is.
  ///
  /// An occurrence of an alert that has ended for the person is not due anymore. A change that its source could not store is
  /// tried again.
  private func look() async -> (due: [Due], next: Duration?) {
    var (due, next): ([Due], Duration?) = ([], nil)
    for assistant in await loop.runtime.assistants {
      guard let source = assistant.alerts else { continue }
      do {
        let alerts = try await source.alerts()
        faults.clear(of: assistant.name)
        ended.keep(alerts.due, of: assistant.name)
        for alert in alerts.due.map({ Due(assistant: assistant.name, source: source, alert: $0) }) {
          guard ended.contains(alert.alert.id, of: alert.assistant) else {
            due.append(alert)
            continue
          }
          await store(alert)
        }
        next = [next, alerts.next].compactMap(\.self).min()
      } catch {
        // The end of the program cancels what is being read.
        if !Task.isCancelled, faults.isNew("\(error)", of: assistant.name) {
          logger.error("the alerts of \"\(assistant.name)\" cannot be read: \(error)")
        }
      }
    }
    return (due, next)
  }

  /// Rings, or says the first alert; returns whether it did.
  ///
  /// What rings goes first: a dialog may have to wait until the microphone is given back.
  private func attend(to due: [Due]) async -> Bool {
    if due.contains(where: { $0.alert.style == .rings }) {
      await ring()
      return true
    }
    guard let first = due.first else { return false }
    return await say(first)
  }

  /// Says an alert; returns whether it has ended.
  private func say(_ due: Due) async -> Bool {
    do {
      try await loop.announce(due.alert, of: due.assistant)
    } catch is CancellationError {
      // It stays due: the microphone is lent, or the program ends.
      return false
    } catch is SpeechError {
      // The loop has logged it. It is not repeated: a loudspeaker that works again after hours must not tell old news.
    } catch {
      logger.warning("\(error)")
    }
    ended.add(due.alert, of: due.assistant, as: .done)
    await store(due)
    return true
  }

  private func ring() async {
    let elapsed = clock.stopwatch()
    let heard = Heard()
    let end: TurnLoop.RingingEnd
    do {
      end = try await loop.ring(untilHearing: Self.words) {
        for due in heard.end(before: elapsed() - limit) { ended.add(due.alert, of: due.assistant, as: .unanswered) }
        let due = await look().due.filter { $0.alert.style == .rings }
        guard !due.isEmpty else { return nil }
        let (number, news) = heard.next(due, at: elapsed())
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
    // A person's word counts even if a source cannot be read at this moment. Otherwise, each alert has ended at its own time.
    if end != .over {
      for due in heard.all { ended.add(due.alert, of: due.assistant, as: Self.ending(of: due.alert, after: end)) }
    }
    _ = await look()
  }

  private static func ending(of alert: Alert, after end: TurnLoop.RingingEnd) -> Alert.Ending {
    switch end {
    case .said(Self.snoozeWord) where alert.canSnooze: .snoozed
    case .said, .stopped: .done
    case .over: .unanswered
    }
  }

  /// Stores the ending of an alert, if it is time for an attempt.
  private func store(_ due: Due) async {
    guard let ending = ended.ending(of: due.alert.id, of: due.assistant) else { return }
    do {
      try await due.source.end(due.alert.id, as: ending)
      ended.remove(due.alert.id, of: due.assistant)
    } catch {
      guard ended.wait(due.alert.id, of: due.assistant, on: clock) else { return }
      logger.error(
        "\"\(due.assistant)\" cannot store that its alert \"\(due.alert.id)\" has ended; Vocative tries it again: \(error)")
    }
  }

  /// The alerts that ring in this session.
  private final class Heard: Sendable {
    private let state = Mutex<(round: Int, alerts: [String: (due: Due, start: Duration)])>((0, [:]))

    /// The alerts, in any order.
    var all: [Due] { state.withLock { $0.alerts.values.map(\.due) } }

    /// Begins a round; returns its number and the keys of the alerts that are new.
    ///
    /// - Parameter now: The time since the start of the session.
    func next(_ due: [Due], at now: Duration) -> (number: Int, news: Set<String>) {
      state.withLock { state in
        let news = Set(due.map(\.key)).subtracting(state.alerts.keys)
        for alert in due { state.alerts[alert.key] = (alert, state.alerts[alert.key]?.start ?? now) }
        defer { state.round += 1 }
        return (state.round, news)
      }
    }

    /// Removes the alerts that rang for the first time at or before a time, and returns them.
    func end(before time: Duration) -> [Due] {
      state.withLock { state in
        let over = state.alerts.filter { $0.value.start <= time }
        for key in over.keys { state.alerts[key] = nil }
        return over.values.map(\.due)
      }
    }
  }
}

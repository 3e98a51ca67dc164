import Foundation
import VocativeIntents
import VocativeUnderstanding

/// A timer that runs or is paused.
///
/// A pure value: every change returns what the timer is after it.
public struct CountdownTimer: Equatable, Sendable, Identifiable {
  /// Whether time passes for a timer.
  public enum State: Equatable, Sendable {
    /// It runs until a moment.
    case running(until: Moment)
    /// It stands still with a remaining time.
    case paused(remaining: Duration)
  }

  /// The identifier in the store.
  public let id: Int64
  /// The name, such as `pizza`; nil if it has none.
  public let name: String?
  /// The time for which it was set, without what was added later: a timer without a name is called by it.
  public let duration: Duration
  /// Whether it runs.
  public let state: State

  /// Creates a timer.
  public init(id: Int64, name: String?, duration: Duration, state: State) {
    self.id = id
    self.name = name
    self.duration = duration
    self.state = state
  }

  /// Returns the remaining time at a moment; negative if it is over.
  public func remaining(at now: Moment) -> Duration {
    switch state {
    case .running(let end): now.duration(to: end)
    case .paused(let remaining): remaining
    }
  }

  /// Returns the timer with more time; one that is over starts again.
  public func adding(_ more: Duration, at now: Moment) -> CountdownTimer {
    let remaining = max(remaining(at: now), .zero) + more
    return with(isPaused ? .paused(remaining: remaining) : .running(until: now.advanced(by: remaining)))
  }

  /// Returns the timer standing still.
  public func paused(at now: Moment) -> CountdownTimer { with(.paused(remaining: max(remaining(at: now), .zero))) }

  /// Returns the timer running.
  public func resumed(at now: Moment) -> CountdownTimer {
    isPaused ? with(.running(until: now.advanced(by: remaining(at: now)))) : self
  }

  /// Whether it stands still.
  public var isPaused: Bool { if case .paused = state { true } else { false } }

  private func with(_ state: State) -> CountdownTimer { CountdownTimer(id: id, name: name, duration: duration, state: state) }
}

extension CountdownTimer {
  /// The spoken names: its name, or its time as in `ten minute timer`.
  var spokenNames: [String] { name.map { [$0] } ?? duration.timerNames }

  /// The timer in dialogs: `pizza timer`, `ten minute timer`.
  var label: String { "\(spokenNames.first ?? "") timer" }

  /// The timer in a question among several: `pizza`, `the ten minute one`.
  var nameInQuestions: String { name ?? "the \(spokenNames.first ?? "") one" }

  /// Returns the remaining time after the timer in dialogs: ` with ten minutes left`, or other words if it is over.
  func remainderInDialog(at now: Moment, whenDone done: String) -> String {
    let remaining = remaining(at: now)
    return remaining > .zero ? " with \(remaining.spokenRemainder) left" : done
  }

  /// The timer as a row of a card.
  func row(_ label: String, at now: Moment, calendar: Calendar) -> ResponseCard.Row {
    let remaining = max(remaining(at: now), .zero)
    let end = now.date + remaining / .seconds(1)
    let countdown = Countdown(to: end, text: "until \(TimeOfDay(end, calendar: calendar)?.written ?? "")")
    return isPaused ? .init(label, "\(Countdown(to: end, text: "").remaining(at: now.date)), paused") : .init(label, countdown)
  }

  /// The timer as a card.
  func card(at now: Moment, calendar: Calendar) -> ResponseCard {
    ResponseCard(title: label.capitalizedFirstLetter, rows: [row("Left", at: now, calendar: calendar)])
  }
}

extension Duration {
  /// The exact duration in words.
  var spoken: String { spokenValue.names.first ?? "" }

  /// The names of a timer for this time, the exact one first: `two minute and thirty second`, `two minutes and thirty seconds`,
  /// `one hundred fifty second`, `two and a half minute`.
  fileprivate var timerNames: [String] {
    let words = spoken
    let singular = words.split(separator: " ").map { Self.units.contains($0) ? $0.dropLast() : $0 }.joined(separator: " ")
    var names = [singular, words.hasSuffix("s") ? String(words.dropLast()) : words, words]
    let seconds = Int(self / .seconds(1))
    for (size, unit, article) in [(3600, "hour", "an"), (60, "minute", "a"), (1, "second", "a")] {
      let (whole, rest) = seconds.quotientAndRemainder(dividingBy: size)
      guard whole <= Self.maxCount else { continue }
      let number = SpokenNumber.words(whole).joined(separator: " ")
      switch (whole, rest) {
      // "The second timer" is the one after the first.
      case (1, 0): names += size > 1 ? ["one \(unit)", unit] : ["one \(unit)"]
      case (1..., 0): names.append("\(number) \(unit)")
      case (_, _) where size == 1: break
      case (0, size / 2): names += ["half \(unit)", "half \(article) \(unit)"]
      case (1, size / 2): names += ["one and a half \(unit)", "\(unit) and a half"]
      case (_, size / 2): names.append("\(number) and a half \(unit)")
      default: break
      }
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static let units: Set<Substring> = ["days", "hours", "minutes", "seconds"]

  /// The maximum number of a unit in the name of a timer; a person says more of it in a longer unit.
  private static var maxCount: Int { 999 }

  /// A remaining time in words, rounded up: to minutes from ten minutes on, else to seconds.
  var spokenRemainder: String {
    let seconds = Int((self / .seconds(1)).rounded(.up))
    return Duration.seconds(seconds < 600 ? max(seconds, 0) : (seconds + 59) / 60 * 60).spoken
  }
}

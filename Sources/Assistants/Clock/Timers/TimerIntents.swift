import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Starts a timer.
public struct StartTimer: Intent {
  /// The title of the intent.
  public static let title = "Start a timer"
  /// A timer has some time, and at most a day of it.
  public static let resolvers = [
    ParameterResolver<StartTimer>(\.$duration) { _, duration in .timerTime(duration) }
  ]
  @Parameter(title: "Name") var name: TimerName?
  @Parameter(title: "Time", prompt: "For how long?") var duration: Duration
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Starts the timer and repeats its time, because it may be misheard.
  public func perform() async throws -> IntentResponse {
    let now = time.now()
    let timer = try await store.addTimer(name: name?.name, duration: duration, at: now)
    let what = name.map { "\($0.name) timer, \(duration.spoken)" } ?? duration.spoken
    return .success(
      "\(what.capitalizedFirstLetter), starting now.", card: timer.card(at: now, calendar: time.calendar))
  }
}

/// Adds time to a timer.
public struct AddToTimer: Intent {
  /// The title of the intent.
  public static let title = "Add to a timer"
  /// More time is not a habit.
  public static let isEligibleForPrediction = false
  /// A timer need not be named if there is only one, and is left with a day at most.
  public static let resolvers = [
    ParameterResolver<AddToTimer>(\.$timer) { intent, target in
      TimerTarget.resolution(of: target, among: try await intent.store.timers())
    },
    ParameterResolver<AddToTimer>(\.$duration) { intent, duration in
      .timerTime(duration, after: max(intent.timer.timer?.remaining(at: intent.time.now()) ?? .zero, .zero))
    },
  ]
  @Parameter(title: "Timer") var timer: TimerTarget
  @Parameter(title: "Time", prompt: "How much time?") var duration: Duration
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Adds the time and says what remains.
  public func perform() async throws -> IntentResponse {
    let now = time.now()
    guard let timer = try await store.change(timer, { $0.adding(duration, at: now) }) else { return .failure(TimerDialog.gone) }
    return .success(
      "Added \(duration.spoken). That's \(timer.remaining(at: now).spokenRemainder) left.",
      card: timer.card(at: now, calendar: time.calendar))
  }
}

/// Pauses a timer.
public struct PauseTimer: Intent {
  /// The title of the intent.
  public static let title = "Pause a timer"
  /// A timer need not be named if only one runs.
  public static let resolvers = [
    ParameterResolver<PauseTimer>(\.$timer) { intent, target in
      TimerTarget.resolution(of: target, among: try await intent.store.timers()) { !$0.isPaused }
    }
  ]
  @Parameter(title: "Timer") var timer: TimerTarget
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Pauses the timer and says what remains; one that is over stays so, because it would not ring anymore.
  public func perform() async throws -> IntentResponse {
    let now = time.now()
    let changed = try await store.change(timer) { $0.remaining(at: now) > .zero ? $0.paused(at: now) : $0 }
    guard let timer = changed else { return .failure(TimerDialog.gone) }
    let remaining = timer.remaining(at: now)
    guard remaining > .zero else { return .failure(timer.doneDialog) }
    return .success("Paused, with \(remaining.spokenRemainder) left.", card: timer.card(at: now, calendar: time.calendar))
  }
}

/// Resumes a timer.
public struct ResumeTimer: Intent {
  /// The title of the intent.
  public static let title = "Resume a timer"
  /// A timer need not be named if only one is paused.
  public static let resolvers = [
    ParameterResolver<ResumeTimer>(\.$timer) { intent, target in
      TimerTarget.resolution(of: target, among: try await intent.store.timers(), preferring: \.isPaused)
    }
  ]
  @Parameter(title: "Timer") var timer: TimerTarget
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Resumes the timer and says what remains.
  public func perform() async throws -> IntentResponse {
    let now = time.now()
    guard let timer = try await store.change(timer, { $0.resumed(at: now) }) else { return .failure(TimerDialog.gone) }
    let remaining = timer.remaining(at: now)
    return .success(
      remaining > .zero ? "It's running again, with \(remaining.spokenRemainder) left." : timer.doneDialog,
      card: timer.card(at: now, calendar: time.calendar))
  }
}

/// Says how much time is left.
public struct TimeLeft: Intent {
  /// The title of the intent.
  public static let title = "Time left"
  /// A name that no timer has is reported.
  public static let resolvers = [
    ParameterResolver<TimeLeft>(optional: \.$timer) { intent, target in
      guard let target else { return .notRequired }
      return TimerTarget.resolution(of: target, among: [])
    }
  ]
  @Parameter(title: "Timer") var timer: TimerTarget?
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Says the remaining time of one timer, or of all.
  public func perform() async throws -> IntentResponse {
    let (all, now) = (try await store.timers(), time.now())
    let timers = timer.map { [$0.timer].compactMap(\.self) } ?? all
    guard let first = timers.first else { return .success(TimerDialog.none) }
    guard timers.count > 1 else {
      return .success(first.remainder(at: now, naming: all.count > 1), card: first.card(at: now, calendar: time.calendar))
    }
    return timers.summary(at: now, calendar: time.calendar)
  }
}

/// Lists the timers.
public struct ListTimers: Intent {
  /// The title of the intent.
  public static let title = "List timers"
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the timers with the remaining time of each.
  public func perform() async throws -> IntentResponse {
    try await store.timers().summary(at: time.now(), calendar: time.calendar)
  }
}

/// Cancels a timer.
public struct CancelTimer: Intent {
  /// The title of the intent.
  public static let title = "Cancel a timer"
  /// A cancelled timer cannot be cancelled again.
  public static let isEligibleForPrediction = false
  /// A timer need not be named if there is only one, or only one is over.
  public static let resolvers = [
    ParameterResolver<CancelTimer>(\.$timer) { intent, target in
      let (timers, now) = (try await intent.store.timers(), intent.time.now())
      let over = timers.filter { $0.remaining(at: now) <= .zero }
      return TimerTarget.resolution(of: target, among: over.isEmpty ? timers : over)
    }
  ]
  @Parameter(title: "Timer") var timer: TimerTarget
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Cancels the timer.
  public func perform() async throws -> IntentResponse {
    guard let timer = timer.timer, try await store.removeTimer(timer.id) else { return .failure(TimerDialog.gone) }
    return .success(timer.remaining(at: time.now()) > .zero ? "Your \(timer.label) is canceled." : "Okay.")
  }
}

/// Cancels all timers.
public struct CancelAllTimers: Intent {
  /// The title of the intent.
  public static let title = "Cancel all timers"
  /// Cancelled timers cannot be cancelled again.
  public static let isEligibleForPrediction = false
  @Dependency private var store: ClockStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Cancels the timers and says how many there were.
  public func perform() async throws -> IntentResponse {
    switch try await store.removeAllTimers() {
    case 0: .success(TimerDialog.none)
    case 1: .success("Your timer is canceled.")
    case 2: .success("Both timers are canceled.")
    case let count: .success("All \(SpokenNumber.words(count).joined(separator: " ")) timers are canceled.")
    }
  }
}

/// Dialogs that several intents share.
enum TimerDialog {
  static let none = "You don't have any timers."
  static let gone = "That timer isn't there anymore."
}

extension Resolution<Duration> {
  /// The maximum time that a timer has left.
  private static var maxTime: Duration { .seconds(86_400) }

  /// Resolves the time of a timer, or a time to add to what it has left.
  fileprivate static func timerTime(_ duration: Duration?, after left: Duration = .zero) -> Self {
    guard let duration else { return .needsValue() }
    guard duration > .zero else { return .unsupported(reason: "That has to be more than zero.") }
    return left + duration <= maxTime ? .success(duration) : .unsupported(reason: "A timer can run for a day at most.")
  }
}

extension CountdownTimer {
  fileprivate var doneDialog: String { "Your \(label) is done." }

  /// The remaining time, as a sentence.
  fileprivate func remainder(at now: Moment, naming: Bool) -> String {
    let remaining = remaining(at: now)
    guard remaining > .zero else { return doneDialog }
    let name = naming || name != nil ? " on the \(label)" : ""
    return "You have \(remaining.spokenRemainder) left\(name)\(isPaused ? ", and it's paused" : "")."
  }
}

extension [CountdownTimer] {
  /// All timers, in words and as a card.
  fileprivate func summary(at now: Moment, calendar: Calendar) -> IntentResponse {
    guard !isEmpty else { return .success(TimerDialog.none) }
    let parts = map {
      "the \($0.label)\($0.remainderInDialog(at: now, whenDone: ", which is done"))\($0.isPaused ? ", paused" : "")"
    }
    let card = ResponseCard(
      title: "Timers", rows: map { $0.row($0.label.capitalizedFirstLetter, at: now, calendar: calendar) })
    return .success("You have \(SpokenNumber.count(count, "timer")): \(SpokenList.of(parts)).", card: card)
  }
}

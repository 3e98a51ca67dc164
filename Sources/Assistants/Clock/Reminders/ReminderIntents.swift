import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Reminds a person of something.
public struct Remind: Intent {
  /// The title of the intent.
  public static let title = "Remind"
  /// The same reminder is not needed again.
  public static let isEligibleForPrediction = false
  /// The hour from which a time without its half of the day counts on another day: "six" is in the evening.
  static let dayStart = 7
  /// A reminder is due after some time, at a day with a time, or on one day at a time.
  ///
  /// A day that the text keeps, because no phrase understands it, is asked for: the reminder must not ring today instead.
  public static let resolvers = [
    ParameterResolver<Remind>(\.$text) { intent, text in
      (text ?? intent.topic.map { Reminder.about + $0 }).map { .success($0) } ?? .needsValue()
    },
    ParameterResolver<Remind>(optional: \.$days) { intent, days in
      guard days?.weekdays == nil, !ReminderText(intent.text).isBeforeAnotherDay else {
        return .unsupported(reason: "I can only remind you once. Set an alarm for that.")
      }
      guard days == nil && intent.when == nil || !ReminderText(intent.text).endsWithinDay else {
        return .unsupported(reason: "I'm not sure which day you mean. Say it another way.")
      }
      guard !ReminderText(intent.text).repeats else { return .unsupported(reason: "I can only remind you once.") }
      return days.map { .success($0) } ?? .notRequired
    },
    ParameterResolver<Remind>(optional: \.$day) { intent, day in
      guard let day else { return intent.lacksDay ? .needsValue(dialog: "Which day?") : .notRequired }
      guard let span = intent.span, let today = intent.time.today else { return .success(day) }
      return span.day(day, from: today) == nil ? .unsupported(reason: "That month doesn't have that day.") : .success(day)
    },
    ParameterResolver<Remind>(optional: \.$rightDay) { intent, day in
      if let day { return .success(day) }
      guard let date = intent.dateBehindText, let weekday = ReminderText(intent.text).weekday, date.weekday != weekday,
        let today = intent.time.today
      else { return .notRequired }
      return .needsValue(dialog: "\(date.spokenDate(from: today)) is a \(date.weekday.name). Which day?")
    },
    ParameterResolver<Remind>(optional: \.$at, or: [\.$delay, \.$when, \.$days, \.$coming, \.$comingDay, \.$day]) { intent, at in
      if let at { return .success(at) }
      return intent.when == nil && intent.moment == nil ? .needsValue(dialog: "At what time?") : .notRequired
    },
  ]
  @Parameter(title: "Topic") var topic: String?
  @Parameter(title: "Text", prompt: "What should I remind you to do?") var text: String
  @Parameter(title: "Time until then") var delay: SaidDelay?
  @Parameter(title: "Day and time") var when: DayAndTime?
  @Parameter(title: "Day") var days: AlarmDays?
  @Parameter(title: "Week or month") var span: DaySpan?
  @Parameter(title: "Coming part of the day") var coming: ComingPart?
  @Parameter(title: "Coming day") var comingDay: ComingDay?
  @Parameter(title: "Date", prompt: "Which day?") var day: SaidDay?
  @Parameter(title: "Right date", prompt: "Which day?") var rightDay: SaidDay?
  @Parameter(title: "Part of the day") var part: DayPart?
  @Parameter(title: "Time", prompt: "At what time?") var at: ClockTime?
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Keeps the reminder and repeats it.
  public func perform() async throws -> IntentResponse {
    let (now, calendar) = (time.now(), time.calendar)
    let due: Reminder.Due
    if let moment {
      guard moment > .zero else { return .failure("That has to be more than zero.") }
      due = .after(now.advanced(by: moment))
    } else {
      guard let next = next(after: now.date, in: calendar) else {
        return .failure(days == nil ? ClockDialog.passed : ClockDialog.passedToday)
      }
      due = .at(next)
    }
    let text = dateBehindText.map { ReminderText(self.text).withoutWeekday(of: $0) } ?? self.text
    let reminder = try await store.addReminder(Reminder.addressed(text), due: due)
    let days = delay?.daysInDialog.map { "\($0), " } ?? ""
    return .success(
      "I'll remind you \(reminder.task) \(days)\(reminder.dueInDialog(at: now, in: calendar)).",
      card: ResponseCard(title: "Reminder", rows: [reminder.row(at: now, in: calendar)]))
  }

  /// The time until then; nil if there is none, or if only days or weeks were said, which leave the time of day open.
  private var moment: Duration? { delay.flatMap { $0.days == nil ? $0.duration : nil } }

  /// Whether only a week or a month was said, or a day that the text keeps.
  private var lacksDay: Bool {
    if span != nil { return true }
    // "On november thirty first in the morning" is not the next morning.
    let isComing = coming.map { $0.isToday || !isTextFirst } ?? false
    let isKnown = delay != nil || when != nil || days != nil || isComing || comingDay != nil
    return !isKnown && ReminderText(text).endsInDay
  }

  /// Whether the sentence goes on behind the text, which may have kept words for the day.
  private var isTextFirst: Bool {
    guard let sentence = IntentContext.current?.sentence else { return false }
    let words = SpokenText.words(of: text)
    return !SpokenText.words(of: sentence).suffix(words.count).elementsEqual(words)
  }

  /// The date that was said behind the text; nil if there is none.
  private var dateBehindText: CalendarDay? {
    guard isTextFirst, let said = when?.day ?? day, said.isDate, let today = time.today else { return nil }
    guard let span else { return said.day }
    return span.day(said, from: today)?.day
  }

  /// Returns the next time that is meant; nil if it has passed.
  private func next(after now: Date, in calendar: Calendar) -> LocalTime? {
    if let when, rightDay == nil { return when.next(dayStart: Self.dayStart, after: now, in: calendar) }
    guard let at = at ?? when?.time, let today = CalendarDay(now, calendar: calendar) else { return nil }
    let asked = rightDay ?? day
    if let coming, asked == nil { return coming.next(at: at, after: now, in: calendar) }
    let when = WhenSaid(time: at, dayStart: Self.dayStart, now: now, calendar: calendar)
    guard let said = asked ?? comingDay?.next(from: today) ?? delay?.day(from: today) else { return when.next(on: days) }
    guard let day = span == nil ? said : span?.day(said, from: today) else { return nil }
    return when.next(on: day, in: part ?? coming?.part)
  }
}

/// Lists the reminders.
public struct ListReminders: Intent {
  /// The title of the intent.
  public static let title = "List reminders"
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the reminders, the next one first.
  public func perform() async throws -> IntentResponse {
    let (now, calendar) = (time.now(), time.calendar)
    let reminders = try await store.reminders().next(at: now, in: calendar)
    guard !reminders.isEmpty else { return .success(ReminderDialog.none) }
    let parts = reminders.map { "\($0.text) \($0.dueInDialog(at: now, in: calendar))" }
    return .success(
      "You have \(SpokenNumber.count(reminders.count, "reminder")): \(SpokenList.of(parts)).",
      card: ResponseCard(title: "Reminders", rows: reminders.map { $0.row(at: now, in: calendar) }))
  }
}

/// Cancels the next reminder.
public struct CancelNextReminder: Intent {
  /// The title of the intent.
  public static let title = "Cancel the next reminder"
  /// A cancelled reminder cannot be cancelled again.
  public static let isEligibleForPrediction = false
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Cancels the reminder and says which one it was.
  public func perform() async throws -> IntentResponse {
    guard let next = try await store.reminders().next(at: time.now(), in: time.calendar).first,
      try await store.removeReminder(next.id)
    else { return .success(ReminderDialog.none) }
    return .success(ReminderDialog.cancelled(next))
  }
}

/// Cancels a reminder.
public struct CancelReminder: Intent {
  /// The title of the intent.
  public static let title = "Cancel a reminder"
  /// A cancelled reminder cannot be cancelled again.
  public static let isEligibleForPrediction = false
  /// A reminder need not be named if there is only one.
  public static let resolvers = [
    ParameterResolver<CancelReminder>(\.$reminder) { _, target in try await ReminderTarget.resolution(of: target) }
  ]
  @Parameter(title: "Reminder") var reminder: ReminderTarget
  @Dependency private var store: ClockStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Cancels the reminder and says which one it was.
  public func perform() async throws -> IntentResponse {
    let reminder = reminder.reminder
    guard try await store.removeReminder(reminder.id) else { return .failure("That reminder isn't there anymore.") }
    return .success(ReminderDialog.cancelled(reminder))
  }
}

/// Cancels all reminders.
public struct CancelAllReminders: Intent {
  /// The title of the intent.
  public static let title = "Cancel all reminders"
  /// Cancelled reminders cannot be cancelled again.
  public static let isEligibleForPrediction = false
  @Dependency private var store: ClockStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Asks for confirmation, because their texts are lost.
  public func confirm() async throws -> IntentResponse {
    let count = try await store.reminders().count
    return count == 0 ? .success(ReminderDialog.none) : .ready("Cancel \(SpokenNumber.count(count, "reminder"))?")
  }

  /// Cancels the reminders.
  public func perform() async throws -> IntentResponse {
    _ = try await store.removeAllReminders()
    return .success("You don't have any reminders now.")
  }
}

/// Dialogs that several intents share.
enum ReminderDialog {
  static let none = "You don't have any reminders."

  static func cancelled(_ reminder: Reminder) -> String { "I won't remind you \(reminder.task)." }
}

extension [Reminder] {
  /// The reminders, the next one first.
  func next(at now: Moment, in calendar: Calendar) -> [Reminder] {
    map { ($0, $0.remaining(at: now, in: calendar) ?? .zero) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

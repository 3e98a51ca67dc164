public import VocativeIntents
import VocativeUnderstanding

/// Says the time.
public struct TellTime: Intent {
  /// The title of the intent.
  public static let title = "Tell the time"
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the time of day.
  public func perform() async throws -> IntentResponse {
    guard let time = TimeOfDay(clock.now(), calendar: clock.calendar), let today = clock.today else {
      return .failure(ClockDialog.noTime)
    }
    return .success(
      "It's \(time.spoken).", card: ResponseCard(title: time.written, rows: [.init("", today.writtenInFull)]))
  }
}

/// Says the date.
public struct TellDay: Intent {
  /// The title of the intent.
  public static let title = "Tell the day"
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the weekday and the date.
  public func perform() async throws -> IntentResponse {
    guard let today = clock.today else { return .failure(ClockDialog.noTime) }
    return .success(
      "It's \(today.weekday.name), \(today.spokenDate).", card: ResponseCard(title: today.writtenInFull, rows: []))
  }
}

/// Says the date of tomorrow.
public struct TellTomorrow: Intent {
  /// The title of the intent.
  public static let title = "Tell the day of tomorrow"
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the weekday and the date.
  public func perform() async throws -> IntentResponse {
    guard let day = clock.today?.adding(days: 1) else { return .failure(ClockDialog.noTime) }
    return .success(
      "Tomorrow is \(day.weekday.name), \(day.spokenDate).", card: ResponseCard(title: day.writtenInFull, rows: []))
  }
}

/// Says the number of days until a holiday.
public struct DaysUntilHoliday: Intent {
  /// The title of the intent.
  public static let title = "Days until a holiday"
  @Parameter(title: "Holiday") var holiday: Holiday
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Says the number of days and the date.
  public func perform() async throws -> IntentResponse {
    guard let today = clock.today, let day = holiday.next(from: today) else { return .failure(ClockDialog.noTime) }
    return DaysUntil(day: day, today: today, name: holiday.name, date: day.spokenDate(from: today)).response
  }
}

/// Says the number of days until a day.
public struct DaysUntilDay: Intent {
  /// The title of the intent.
  public static let title = "Days until a day"
  @Parameter(title: "Day") var day: CalendarDay
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Says the number of days and the date.
  public func perform() async throws -> IntentResponse {
    guard let today = clock.today else { return .failure(ClockDialog.noTime) }
    return DaysUntil(day: day, today: today, name: day.spokenDate(from: today).capitalizedFirstLetter).response
  }
}

/// The distance to a day, in words.
struct DaysUntil {
  let day: CalendarDay
  let today: CalendarDay
  /// The name of the day.
  let name: String
  /// The date in words; nil if that is the name.
  var date: String?

  var response: IntentResponse {
    let card = ResponseCard(title: name, rows: [.init("Date", day.writtenInFull), .init("Days", "\(today.days(until: day))")])
    return .success(dialog, card: card)
  }

  private var dialog: String {
    switch today.days(until: day) {
    case 0: "\(name) is today."
    case 1: "\(name) is tomorrow."
    case -1: "\(name) was yesterday."
    case let days where days > 0:
      date.map { "\(name) is on \($0), a \(day.weekday.name), in \(SpokenNumber.count(days, "day"))." }
        ?? "\(name) is in \(SpokenNumber.count(days, "day")), on a \(day.weekday.name)."
    case let days: "\(name) was \(SpokenNumber.count(-days, "day")) ago, on a \(day.weekday.name)."
    }
  }
}

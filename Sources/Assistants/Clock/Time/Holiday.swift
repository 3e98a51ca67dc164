public import VocativeIntents

/// A holiday that a person may count the days to, in the calendar of the United States.
public enum Holiday: String, ParameterEnum {
  case newYear, valentinesDay, saintPatricksDay, easter, mothersDay, memorialDay, fathersDay, independenceDay, laborDay
  case halloween, thanksgiving, christmasEve, christmas, newYearsEve

  /// The spoken names, the full name first.
  public var spokenNames: [String] {
    switch self {
    case .newYear: ["new year", "the new year", "new year's", "new year's day"]
    case .valentinesDay: ["valentine's day", "valentine's"]
    case .saintPatricksDay: ["saint patrick's day"]
    case .easter: ["easter", "easter sunday"]
    case .mothersDay: ["mother's day"]
    case .memorialDay: ["memorial day"]
    case .fathersDay: ["father's day"]
    case .independenceDay: ["independence day"]
    case .laborDay: ["labor day"]
    case .halloween: ["halloween"]
    case .thanksgiving: ["thanksgiving"]
    case .christmasEve: ["christmas eve"]
    case .christmas: ["christmas", "christmas day"]
    case .newYearsEve: ["new year's eve"]
    }
  }

  /// The name to say and to show.
  var name: String {
    switch self {
    case .newYear: "New Year"
    default:
      (spokenNames.first ?? rawValue).split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined(separator: " ")
    }
  }

  /// Returns the next day of the holiday, which may be today.
  public func next(from today: CalendarDay) -> CalendarDay? {
    [0, 1].lazy.compactMap { day(in: today.year + $0) }.first { $0 >= today }
  }

  /// Returns the day of the holiday in a year.
  public func day(in year: Int) -> CalendarDay? {
    switch self {
    case .newYear: CalendarDay(year: year, month: 1, day: 1)
    case .valentinesDay: CalendarDay(year: year, month: 2, day: 14)
    case .saintPatricksDay: CalendarDay(year: year, month: 3, day: 17)
    case .easter: Self.easter(in: year)
    case .mothersDay: Self.first(.sunday, from: CalendarDay(year: year, month: 5, day: 8))
    case .memorialDay: Self.first(.monday, from: CalendarDay(year: year, month: 5, day: 25))
    case .fathersDay: Self.first(.sunday, from: CalendarDay(year: year, month: 6, day: 15))
    case .independenceDay: CalendarDay(year: year, month: 7, day: 4)
    case .laborDay: Self.first(.monday, from: CalendarDay(year: year, month: 9, day: 1))
    case .halloween: CalendarDay(year: year, month: 10, day: 31)
    case .thanksgiving: Self.first(.thursday, from: CalendarDay(year: year, month: 11, day: 22))
    case .christmasEve: CalendarDay(year: year, month: 12, day: 24)
    case .christmas: CalendarDay(year: year, month: 12, day: 25)
    case .newYearsEve: CalendarDay(year: year, month: 12, day: 31)
    }
  }

  /// Returns the first day with this weekday, from a day on.
  private static func first(_ weekday: Weekday, from day: CalendarDay?) -> CalendarDay? {
    (0..<7).lazy.compactMap { day?.adding(days: $0) }.first { $0.weekday == weekday }
  }

  /// Returns Easter Sunday by the algorithm of Meeus, Jones and Butcher.
  private static func easter(in year: Int) -> CalendarDay? {
    let (golden, century, rest) = (year % 19, year / 100, year % 100)
    let correction = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30
    let moon = correction - correction / 28 * (1 - correction / 28 * (29 / (correction + 1)) * ((21 - golden) / 11))
    let sunday = (century * 100 + rest + (century * 100 + rest) / 4 + moon + 2 - century + century / 4) % 7
    let offset = moon - sunday
    let month = 3 + (offset + 40) / 44
    return CalendarDay(year: year, month: month, day: offset + 28 - 31 * (month / 4))
  }
}

/// The distance between days, which has no time zone and no summer time.
extension CalendarDay {
  /// The number of days since January 1, 1970.
  public var number: Int {
    // Howard Hinnant's days_from_civil: the year starts in March, so that the leap day is its last.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private init?(number: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    self.init(year: year, month: month < 10 ? month + 3 : month - 9, day: dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// Returns the number of days until another day; negative if the other day is earlier.
  public func days(until other: CalendarDay) -> Int { other.number - number }

  /// Returns the day that is this many days later, or earlier if the number is negative.
  public func adding(days: Int) -> CalendarDay? { CalendarDay(number: number + days) }

  /// The day of the week.
  public var weekday: Weekday {
    // January 1, 1970 was a Thursday.
    Weekday(rawValue: ((number + 4) % 7 + 7) % 7 + 1) ?? .sunday
  }
}

import Clock
import Testing
import Vocative

@Suite("Holidays")
struct HolidayTests {
  @Test(
    "A holiday has its day in each year",
    arguments: [
      (.easter, 2024, 3, 31), (.easter, 2025, 4, 20), (.easter, 2026, 4, 5), (.easter, 2038, 4, 25), (.easter, 2285, 3, 22),
      (.easter, 1961, 4, 2), (.easter, 2000, 4, 23), (.easter, 2049, 4, 18), (.easter, 2076, 4, 19),
      (.thanksgiving, 2026, 11, 26), (.thanksgiving, 2028, 11, 23), (.thanksgiving, 2029, 11, 22),
      (.thanksgiving, 2024, 11, 28), (.mothersDay, 2026, 5, 10), (.mothersDay, 2027, 5, 9), (.mothersDay, 2033, 5, 8),
      (.fathersDay, 2026, 6, 21), (.memorialDay, 2026, 5, 25), (.memorialDay, 2027, 5, 31), (.laborDay, 2026, 9, 7),
      (.laborDay, 2025, 9, 1), (.christmas, 2026, 12, 25), (.newYear, 2027, 1, 1), (.halloween, 2026, 10, 31),
    ] as [(Holiday, Int, Int, Int)])
  func days(holiday: Holiday, year: Int, month: Int, day: Int) {
    #expect(holiday.day(in: year) == CalendarDay(year: year, month: month, day: day))
  }

  @Test("The next day of a holiday may be today, and is next year after it has passed")
  func next() throws {
    let eve = try #require(CalendarDay(year: 2026, month: 12, day: 24))
    #expect(Holiday.christmasEve.next(from: eve) == eve)
    #expect(Holiday.halloween.next(from: eve) == CalendarDay(year: 2027, month: 10, day: 31))
    #expect(Holiday.newYear.next(from: eve) == CalendarDay(year: 2027, month: 1, day: 1))
  }
}

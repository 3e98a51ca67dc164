import Foundation
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("What dialogs are made of")
struct DialogTests {
  @Test(
    "A time is called as it lies from now",
    arguments: [
      (UTC.date(2026, 5, 20, 15, 0), "just now"),
      (UTC.date(2026, 5, 20, 14, 59), "one minute ago"),
      (UTC.date(2026, 5, 20, 14, 1), "fifty nine minutes ago"),
      (UTC.date(2026, 5, 20, 14, 0), "this afternoon"),
      (UTC.date(2026, 5, 20, 11, 59), "this morning"),
      (UTC.date(2026, 5, 20, 0, 0), "this morning"),
      (UTC.date(2026, 5, 19, 23, 59), "yesterday"),
      (UTC.date(2026, 5, 19, 0, 0), "yesterday"),
      (UTC.date(2026, 5, 18, 23, 59), "two days ago"),
      (UTC.date(2026, 5, 14), "six days ago"),
      (UTC.date(2026, 5, 13), "on May thirteenth"),
      (UTC.date(2026, 5, 3), "on May third"),
      (UTC.date(2026, 1, 31), "on January thirty first"),
      (UTC.date(2025, 12, 12), "on December twelfth, twenty twenty five"),
      (UTC.date(2026, 5, 20, 15, 1), "today"),
      (UTC.date(2026, 5, 21), "on May twenty first"),
      (UTC.date(1970, 1, 1, 0), "on January first, nineteen seventy"),
    ])
  func spokenTime(date: Date, spoken: String) {
    let clock = WallClock(now: { UTC.date(2026, 5, 20, 15) }, calendar: UTC.calendar)
    #expect(clock.spoken(date) == spoken)
  }

  @Test("The small hours are told in minutes over midnight, and the late ones are the evening")
  func midnight() {
    let night = WallClock(now: { UTC.date(2026, 5, 20, 0, 10) }, calendar: UTC.calendar)
    #expect(night.spoken(UTC.date(2026, 5, 19, 23, 50)) == "twenty minutes ago")
    #expect(night.spoken(UTC.date(2026, 5, 19, 23, 0)) == "yesterday")
    let late = WallClock(now: { UTC.date(2026, 5, 20, 23) }, calendar: UTC.calendar)
    #expect(late.spoken(UTC.date(2026, 5, 20, 18, 0)) == "this evening")
    #expect(late.spoken(UTC.date(2026, 5, 20, 17, 59)) == "this afternoon")
  }

  @Test("Days begin where the clock's time zone has them")
  func timeZone() throws {
    var calendar = UTC.calendar
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 10 * 3600))
    let clock = WallClock(now: { UTC.date(2026, 5, 20, 15) }, calendar: calendar)
    // It is one in the morning of the 21st there.
    #expect(clock.spoken(UTC.date(2026, 5, 20, 13, 30)) == "yesterday")
    #expect(clock.written(UTC.date(2026, 5, 20, 15, 5)) == "May 21, 2026, 01:05")
  }

  @Test(
    "Several things are said in one breath, and what is too many is counted",
    arguments: [
      ([], ""),
      (["milk"], "milk"),
      (["milk", "eggs"], "milk and eggs"),
      (["milk", "eggs", "bread"], "milk, eggs and bread"),
      (["milk", "eggs", "bread", "rice"], "milk, eggs and two others"),
    ])
  func list(items: [String], spoken: String) {
    #expect(SpokenList.of(items, most: 3) == spoken)
  }

  @Test(
    "A text is read out as sentences",
    arguments: [
      ("See you", "See you."),
      ("See you!", "See you!"),
      ("milk\neggs\n\nbread\n", "milk, eggs, bread."),
      ("To buy:\nmilk\r\n two   eggs ", "To buy: milk, two eggs."),
      (" \n ", ""),
    ])
  func quotation(text: String, spoken: String) {
    #expect(QuotedText.spoken(text) == spoken)
  }

  @Test("A thing is called by its name and each shorter end of it")
  func names() {
    #expect(
      SpokenNames.of("🏖 Summer Vacation, No. 2") == [
        "summer vacation no two", "vacation no two", "no two", "two",
      ])
    #expect(SpokenNames.of("🎉") == [])
    #expect(SpokenNames.identifier(for: "🏖 Summer Vacation") == "summer-vacation")
    #expect(SpokenNames.identifier(for: "🎉") == "🎉")
  }

  @Test("The words that phrases have around a name belong to no name")
  func namesInPhrases() {
    #expect(
      SpokenNames.of("My Friends of the Hill Group", withoutFirst: ["my", "the"], withoutLast: ["group"]) == [
        "friends of the hill", "of the hill", "hill",
      ])
    #expect(SpokenNames.of("The Group", withoutFirst: ["the"], withoutLast: ["group"]) == [])
  }
}

import Foundation
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("Parts of dialogs")
struct DialogTests {
  @Test(
    "A time is described relative to now",
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

  @Test("The small hours are described in minutes past midnight, and late hours as the evening")
  func midnight() {
    let night = WallClock(now: { UTC.date(2026, 5, 20, 0, 10) }, calendar: UTC.calendar)
    #expect(night.spoken(UTC.date(2026, 5, 19, 23, 50)) == "twenty minutes ago")
    #expect(night.spoken(UTC.date(2026, 5, 19, 23, 0)) == "yesterday")
    let late = WallClock(now: { UTC.date(2026, 5, 20, 23) }, calendar: UTC.calendar)
    #expect(late.spoken(UTC.date(2026, 5, 20, 18, 0)) == "this evening")
    #expect(late.spoken(UTC.date(2026, 5, 20, 17, 59)) == "this afternoon")
  }

  @Test("Days begin according to the clock's time zone")
  func timeZone() throws {
    var calendar = UTC.calendar
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 10 * 3600))
    let local = calendar
    let clock = WallClock(now: { UTC.date(2026, 5, 20, 15) }, calendar: local)
    // In that time zone, it is one in the morning of the 21st.
    #expect(clock.spoken(UTC.date(2026, 5, 20, 13, 30)) == "yesterday")
    #expect(clock.written(UTC.date(2026, 5, 20, 15, 5)) == "May 21, 2026, 01:05")
  }

  @Test(
    "A long list is shortened to a count of the remaining items",
    arguments: [
      ([], ""),
      (["milk"], "milk"),
      (["milk", "eggs"], "milk and eggs"),
      (["milk", "eggs", "bread"], "milk, eggs and bread"),
      (["milk", "eggs", "bread", "rice"], "milk, eggs and two others"),
    ])
  func list(items: [String], spoken: String) {
    #expect(SpokenList.of(items, limit: 3) == spoken)
  }

  @Test(
    "A text is read aloud as sentences",
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

  @Test(
    "The article of words fits the sound at their beginning",
    arguments: [
      ("goal", "a goal"), ("emergency fund", "an emergency fund"), ("eight minute timer", "an eight minute timer"),
      ("one hour timer", "a one hour timer"), ("hour", "an hour"), ("Uniform", "a Uniform"), ("umbrella", "an umbrella"),
    ])
  func article(words: String, spoken: String) {
    #expect(IndefiniteArticle.before(words) == spoken)
  }

  @Test("A thing's spoken names are its full name and each shorter ending")
  func names() {
    #expect(
      SpokenNames.of("🏖 Summer Vacation, No. 2") == [
        "summer vacation no two", "vacation no two", "no two", "two",
      ])
    #expect(SpokenNames.of("🎉") == [])
    #expect(SpokenNames.identifier(for: "🏖 Summer Vacation") == "summer-vacation")
    #expect(SpokenNames.identifier(for: "🎉") == "🎉")
  }

  @Test("Spoken names exclude the words that phrases put around a name")
  func namesInPhrases() {
    #expect(
      SpokenNames.of("My Friends of the Hill Group", withoutFirst: ["my", "the"], withoutLast: ["group"]) == [
        "friends of the hill", "of the hill", "hill",
      ])
    #expect(SpokenNames.of("The Group", withoutFirst: ["the"], withoutLast: ["group"]) == [])
  }
}

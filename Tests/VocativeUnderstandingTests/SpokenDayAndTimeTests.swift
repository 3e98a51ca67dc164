import Testing
import VocativeUnderstanding

@Suite("Days with a time")
struct SpokenDayAndTimeTests {
  private func value(_ text: String) throws -> String? {
    let phrase = Grammar.Phrase(intent: "A", template: try Template("water them {value} please"), text: "")
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase], kinds: ["value": .dayAndTime]))
    return grammar.match(WrittenText("water them \(text) please"))?.slots.first?.value
  }

  @Test(
    "Spoken and typed days with a time are understood",
    arguments: [
      .init("tomorrow at seven thirty", "tomorrowT07:30/19:30"), .init("tomorrow seven thirty", "tomorrowT07:30/19:30"),
      .init("on friday at noon", "fridayT12:00"), .init("at noon on friday", "fridayT12:00"),
      .init("noon friday", "fridayT12:00"), .init("friday at twelve noon", "fridayT12:00"),
      .init("at half past eight tomorrow", "tomorrowT08:30/20:30"), .init("today at six in the evening", "todayT18:00"),
      .init("friday evening at eight", "fridayT20:00"), .init("tomorrow morning at eight", "tomorrowT08:00"),
      .init("this evening at eight", "todayT20:00"), .init("eight this evening", "todayT20:00"),
      .init("tonight at eight", "todayT20:00"), .init("at eleven tonight", "todayT23:00"),
      .init("tonight at one", "today-nightT01:00"),
      .init("tonight at midnight", "today-nightT00:00"), .init("this night at one", "today-nightT01:00"),
      .init("this night at eleven", "todayT23:00"), .init("today night at one", "today-nightT01:00"),
      .init("friday night at one", "friday-nightT01:00"), .init("at one on friday night", "friday-nightT01:00"),
      .init("friday night at twelve", "friday-nightT00:00"), .init("friday night at eleven", "fridayT23:00"),
      .init("friday night at six", "fridayT18:00"), .init("tomorrow night at midnight", "tomorrow-nightT00:00"),
      .init("tomorrow night at half past five", "tomorrow-nightT05:30"), .init("yesterday night at two", "yesterday-nightT02:00"),
      .init("next friday night at two", "next-friday-nightT02:00"),
      .init("december thirty first night at midnight", "--12-31-nightT00:00"),
      .init("tomorrow evening at twelve", "tomorrow-nightT00:00"), .init("twelve thirty this evening", "today-nightT00:30"),
      .init("tomorrow at twelve in the evening", "tomorrow-nightT00:00"),
      .init("friday evening at midnight", "friday-nightT00:00"), .init("friday evening at eleven", "fridayT23:00"),
      .init("friday morning at one", "fridayT01:00"), .init("friday at midnight", "fridayT00:00"),
      .init("next thursday at ten at night", "next-thursdayT22:00"),
      .init("december twenty fourth at six", "--12-24T06:00/18:00"),
      .init("december twenty fourth twenty twenty six at eighteen thirty", "2026-12-24T18:30"),
      .init("on the first of may two thousand and thirty at ten to nine", "2030-05-01T08:50/20:50"),
      .init("tomorrow at 7:30", "tomorrowT07:30/19:30"), .init("tomorrow 5pm", "tomorrowT17:00"),
      .init("December 24th at 18:00", "--12-24T18:00"), .init("2026-12-24 18:00", "2026-12-24T18:00"),
      .init("yesterday at 8:05 p.m.", "yesterdayT20:05"), .init("tomorrow evening at 7 pm", "tomorrowT19:00"),
      .init("tonight at 8 pm", "todayT20:00"), .init("friday night at 1 am", "friday-nightT01:00"),
      .init("december 24", nil), .init("december twenty four", nil), .init("december 24 2026", nil), .init("24 december", nil),
      .init("tonight at noon", nil),
      .init("tomorrow", nil), .init("at noon", nil), .init("tomorrow at", nil), .init("at seven at tomorrow", nil),
      .init("tomorrow evening", nil), .init("tomorrow morning at eight pm", nil), .init("this at eight", nil),
      .init("february thirtieth at noon", nil), .init("november thirty one", nil), .init("november 31", nil),
      .init("november thirty at one", "--11-30T01:00/13:00"), .init("tomorrow at eight sixty", nil),
    ] as [SpokenForm])
  func values(_ form: SpokenForm) throws { #expect(try value(form.text) == form.value) }

  @Test(
    "A value is spoken, and understood as the same value",
    arguments: [
      ("tomorrowT08:00", "tomorrow at eight in the morning"), ("fridayT12:00", "friday at noon"),
      ("--12-24T06:00/18:00", "december twenty fourth at six"), ("next-mondayT22:05", "next monday at ten oh five at night"),
      ("2026-12-24T18:30", "december twenty fourth twenty twenty six at six thirty in the evening"),
      ("today-nightT01:00", "tonight at one"), ("friday-nightT01:00", "friday night at one"),
      ("tomorrow-nightT00:00", "tomorrow night at midnight"),
      ("2026-12-24-nightT00:05", "december twenty fourth twenty twenty six night at twelve oh five"),
    ])
  func words(_ value: String, _ words: String) {
    #expect(SpokenKind.dayAndTime.words(for: value) == words)
    #expect(SpokenKind.dayAndTime.value(of: SpokenText.words(of: words)) == value)
  }

  @Test(
    "An invalid value has no spoken form",
    arguments: [
      "tomorrow", "T08:00", "tomorrowT", "tomorrowT8", "x", "todayT25:00", "friday-nightT06:00", "friday-nightT01:00/13:00",
      "-nightT01:00",
    ])
  func invalid(_ value: String) { #expect(SpokenKind.dayAndTime.words(for: value) == nil) }
}

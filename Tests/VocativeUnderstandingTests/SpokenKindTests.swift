import Foundation
import PocketSphinx
import Testing
import VocativeUnderstanding

/// A typed or decoded form and its expected value; nil if it is not a value.
struct SpokenForm: Sendable, CustomTestStringConvertible {
  let text: String
  let value: String?

  init(_ text: String, _ value: String?) {
    self.text = text
    self.value = value
  }

  var testDescription: String { text }
}

@Suite("Kinds of values")
struct SpokenKindTests {
  /// Returns the value of a slot in a phrase of its own, as in any grammar.
  private func value(_ text: String, _ kind: SpokenKind) throws -> String? {
    let phrase = Grammar.Phrase(intent: "A", template: try Template("set it to {value} now"), text: "set it to {value} now")
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase], kinds: ["value": kind]))
    return grammar.match(WrittenText("set it to \(text) now"))?.slots.first?.value
  }

  @Test(
    "Spoken and typed numbers are understood",
    arguments: [
      .init("zero", "0"), .init("seven", "7"), .init("25", "25"), .init("twenty five", "25"), .init("nineteen", "19"),
      .init("a hundred", "100"), .init("one hundred and five", "105"), .init("one hundred five", "105"),
      .init("two hundred ninety nine", "299"), .init("twelve hundred", "1200"), .init("fifteen hundred and fifty", "1550"),
      .init("a thousand", "1000"), .init("one thousand two hundred forty", "1240"), .init("1,240", "1240"),
      .init("nine hundred ninety nine thousand nine hundred ninety nine", "999999"), .init("12345", "12345"),
      .init("minus three", "-3"), .init("-3", "-3"), .init("two thousand and five", "2005"),
      .init("twenty zero", nil), .init("twenty twelve", nil), .init("hundred", nil), .init("one million", nil),
      .init("five and", nil), .init("apples", nil), .init("minus eleven", nil), .init("ten five", nil),
      .init("and five", nil),
    ] as [SpokenForm])
  func numbers(_ form: SpokenForm) throws {
    #expect(try value(form.text, .number(-10...999_999)) == form.value)
  }

  @Test(
    "A number outside its bounds does not match",
    arguments: [
      .init("zero", "0"), .init("one hundred", "100"), .init("a hundred", "100"), .init("forty six", "46"),
      .init("one hundred and one", nil), .init("two hundred", nil), .init("a thousand", nil), .init("minus one", nil),
    ] as [SpokenForm])
  func bounds(_ form: SpokenForm) throws {
    #expect(try value(form.text, .number(0...100)) == form.value)
  }

  @Test(
    "Spoken and typed amounts of money are understood",
    arguments: [
      .init("twenty dollars", "20.00"), .init("twelve dollars and fifty cents", "12.50"), .init("twelve fifty", "12.50"),
      .init("fifty cents", "0.50"), .init("a hundred dollars", "100.00"), .init("twelve dollars fifty", "12.50"),
      .init("twenty bucks", "20.00"), .init("a dollar", "1.00"), .init("one dollar and five cents", "1.05"),
      .init("$50", "50.00"), .init("$12.50", "12.50"), .init("$1,240.05", "1240.05"),
      .init("three oh five", "3.05"), .init("twenty five fifty", "25.50"), .init("ninety nine ninety nine", "99.99"),
      .init("one cent", "0.01"), .init("fifty", "50.00"), .init("a buck fifty", "1.50"),
      .init("dollars", nil), .init("cents", nil), .init("twelve dollars and", nil), .init("minus five dollars", nil),
      .init("five dollars two hundred cents", nil), .init("twelve euros", nil),
    ] as [SpokenForm])
  func amounts(_ form: SpokenForm) throws {
    #expect(try value(form.text, .amount) == form.value)
  }

  @Test(
    "Spoken and typed days are understood",
    arguments: [
      .init("today", "today"), .init("tonight", "today"), .init("tomorrow", "tomorrow"), .init("yesterday", "yesterday"),
      .init("thursday", "thursday"), .init("on thursday", "thursday"), .init("this friday", "friday"),
      .init("next thursday", "next-thursday"), .init("last sunday", "last-sunday"),
      .init("on the twenty fourth of december", "--12-24"), .init("twenty fourth of december", "--12-24"),
      .init("december the twenty fourth", "--12-24"), .init("december twenty fourth", "--12-24"),
      .init("december twenty four", "--12-24"), .init("December 24th", "--12-24"), .init("may first", "--05-01"),
      .init("december twenty fourth twenty twenty six", "2026-12-24"),
      .init("december twenty four two thousand twenty six", "2026-12-24"),
      .init("the first of may two thousand and five", "2005-05-01"), .init("december 24, 2026", "2026-12-24"),
      .init("december twenty twenty twenty six", "2026-12-20"), .init("july fourth nineteen oh six", "1906-07-04"),
      .init("february twenty ninth", "--02-29"), .init("february 29, 2028", "2028-02-29"),
      .init("february 29, 2026", nil), .init("february thirtieth", nil), .init("april thirty first", nil),
      .init("the day after tomorrow", "day-after-tomorrow"), .init("the day before yesterday", "day-before-yesterday"),
      .init("on the fifteenth", "---15"), .init("the twenty first", "---21"), .init("the first of the month", "---01"),
      .init("on the 15th", "---15"), .init("the fifteen", nil), .init("fifteenth", nil), .init("the thirty second", nil),
      .init("next tomorrow", nil), .init("december", nil), .init("on", nil), .init("the thursday", nil),
    ] as [SpokenForm])
  func days(_ form: SpokenForm) throws {
    #expect(try value(form.text, .day) == form.value)
  }

  @Test(
    "Spoken and typed times of day are understood",
    arguments: [
      .init("eight", "08:00"), .init("eight o'clock", "08:00"), .init("eight thirty", "08:30"), .init("eight oh five", "08:05"),
      .init("half past eight", "08:30"), .init("quarter past nine", "09:15"), .init("a quarter to nine", "08:45"),
      .init("ten to nine", "08:50"), .init("ten minutes to nine", "08:50"), .init("twenty five past six", "06:25"),
      .init("noon", "12:00"), .init("midnight", "00:00"), .init("eight p m", "20:00"), .init("eight pm", "20:00"),
      .init("eight a m", "08:00"), .init("twelve a m", "00:00"), .init("twelve p m", "12:00"),
      .init("eight thirty in the evening", "20:30"), .init("seven in the morning", "07:00"),
      .init("half past three in the afternoon", "15:30"), .init("ten at night", "22:00"), .init("two at night", "02:00"),
      .init("ten to nine in the evening", "20:50"), .init("twelve in the evening", "00:00"), .init("quarter to one p m", "12:45"),
      .init("quarter to one", "12:45"), .init("quarter to twelve in the morning", "11:45"),
      .init("eight o'clock in the evening", "20:00"), .init("8:30", "08:30"), .init("5 pm", "17:00"), .init("5pm", "17:00"),
      .init("8:05 p.m.", "20:05"), .init("20:30", "20:30"), .init("8:00", "08:00"), .init("0:15", "00:15"),
      .init("twenty four", nil), .init("eight sixty", nil), .init("eight five", nil), .init("thirteen in the morning", nil),
      .init("half to nine", nil), .init("half past twenty", nil), .init("eight thirty o'clock", nil), .init("p m", nil),
      .init("noon p m", nil), .init("one minute to nine", "08:59"), .init("a minute past nine", "09:01"),
      .init("twelve minutes past ten", "10:12"), .init("twelve past ten", nil), .init("twelve minute past ten", nil),
      .init("seventy minutes past ten", nil), .init("ten past six o'clock", nil), .init("ten till nine", "08:50"),
      .init("twelve noon", "12:00"), .init("twelve midnight", "00:00"), .init("ten noon", nil),
    ] as [SpokenForm])
  func times(_ form: SpokenForm) throws {
    #expect(try value(form.text, .timeOfDay) == form.value)
  }

  @Test(
    "Spoken and typed durations are understood",
    arguments: [
      .init("ten minutes", "PT10M"), .init("an hour", "PT1H"), .init("an hour and a half", "PT1H30M"),
      .init("half an hour", "PT30M"), .init("a half hour", "PT30M"), .init("one hour and thirty minutes", "PT1H30M"),
      .init("one hour thirty minutes", "PT1H30M"),
      .init("forty five seconds", "PT45S"), .init("two days", "P2D"), .init("a minute", "PT1M"), .init("90 minutes", "PT90M"),
      .init("one and a half hours", "PT1H30M"), .init("two and a half minutes", "PT2M30S"),
      .init("a minute and a half", "PT1M30S"), .init("a quarter of an hour", "PT15M"),
      .init("three quarters of an hour", "PT45M"), .init("two weeks", "P14D"), .init("a day and two hours", "P1DT2H"),
      .init("one hour two minutes and three seconds", "PT1H2M3S"), .init("half a day", "PT12H"),
      .init("a hundred seconds", "PT100S"), .init("two thousand minutes", "PT2000M"),
      .init("two days and ninety nine minutes", "P2DT99M"), .init("two days and a hundred minutes", nil),
      .init("ten", nil), .init("minutes", nil), .init("half a second", nil), .init("ten minutes and an hour", nil),
      .init("ten minutes ten minutes", nil), .init("zero minutes", nil), .init("one and a half weeks", nil),
      .init("ten minutes and", nil), .init("ten minute", "PT10M"), .init("two hour and ten minute", "PT2H10M"),
      .init("two hours and a half", "PT2H30M"), .init("one and a half hour", "PT1H30M"), .init("a hours", nil),
      .init("two hour and ten minutes", nil), .init("one and a half hours and a half", nil), .init("ten seconds two hours", nil),
    ] as [SpokenForm])
  func durations(_ form: SpokenForm) throws {
    #expect(try value(form.text, .duration) == form.value)
  }

  private static let everyHour: [String] = (0..<24).flatMap { (hour: Int) -> [String] in
    let hour = hour < 10 ? "0\(hour)" : "\(hour)"
    return ["\(hour):00", "\(hour):05", "\(hour):30"]
  }

  @Test(
    "A value's spoken form is understood as the same value",
    arguments: [
      (SpokenKind.number(-10...1_000_000), ["0", "-3", "25", "1240", "999999"]),
      (.amount, ["12.50", "0.50", "20.00", "1.00", "1.01", "1240.99"]),
      (
        .day,
        [
          "today", "tomorrow", "yesterday", "day-after-tomorrow", "thursday", "next-thursday", "last-monday", "---15", "--12-24",
          "2026-12-24", "2005-01-01",
        ]
      ),
      (.timeOfDay, everyHour),
      (.duration, ["PT1H30M", "PT45S", "P2D", "P1DT2H3M4S", "PT90M"]),
    ] as [(SpokenKind, [String])])
  func backAndForth(_ kind: SpokenKind, _ values: [String]) throws {
    for value in values {
      let words = try #require(kind.words(for: value), "\(value)")
      #expect(kind.value(of: SpokenText.words(of: words)) == value, "\(words)")
    }
  }

  @Test(
    "Dialogs speak values naturally",
    arguments: [
      (SpokenKind.number(0...100), "25", "twenty five"), (.amount, "12.50", "twelve dollars and fifty cents"),
      (.amount, "1.01", "one dollar and one cent"), (.amount, "0.50", "fifty cents"),
      (.timeOfDay, "20:30", "eight thirty in the evening"), (.timeOfDay, "12:00", "noon"),
      (.timeOfDay, "08:05", "eight oh five in the morning"), (.duration, "PT1H30M", "one hour and thirty minutes"),
      (.day, "--12-24", "december twenty fourth"), (.day, "2026-12-24", "december twenty fourth twenty twenty six"),
      (.day, "next-thursday", "next thursday"), (.text, "buy milk", "buy milk"),
    ] as [(SpokenKind, String, String)])
  func dialogs(_ kind: SpokenKind, _ value: String, _ words: String) {
    #expect(kind.words(for: value) == words)
  }

  @Test(
    "An invalid value of a kind has no spoken form",
    arguments: [
      (SpokenKind.number(0...100), "101"), (.number(0...100), "x"), (.amount, "12"), (.amount, "12.5"), (.day, "someday"),
      (.day, "2026-02-29"), (.day, "--13-01"), (.day, "next-"), (.timeOfDay, "24:00"), (.timeOfDay, "8:00"), (.duration, "P"),
      (.duration, "PT"), (.duration, "PT0X"), (.text, ""),
    ] as [(SpokenKind, String)])
  func noWords(_ kind: SpokenKind, _ value: String) {
    #expect(kind.words(for: value) == nil)
  }

  @Test("Every word of the kinds is in the dictionary")
  func dictionaryWords() throws {
    let kinds: [String: SpokenKind] = [
      "n": .number(-1...999_999), "a": .amount, "d": .day, "t": .timeOfDay, "l": .duration,
    ]
    let phrases = try kinds.keys.sorted().map {
      Grammar.Phrase(intent: $0, template: try Template("\($0) {\($0)}"), text: $0)
    }
    let words = try CompiledGrammar(Grammar(phrases: phrases, kinds: kinds)).words
    #expect(words.isSuperset(of: ["minus", "thousand", "bucks", "december", "o'clock", "midnight", "quarter"]))
    let found = try PronunciationDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
      .pronunciations(of: words)
    #expect(words.filter { found[$0] == nil }.sorted() == [])
  }
}

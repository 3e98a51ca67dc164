import PocketSphinx
import Testing
import VocativeUnderstanding

@Suite("Numbers with decimals")
struct SpokenDecimalTests {
  private static func range(_ from: String, _ through: String, _ step: String) throws -> DecimalRange {
    let numbers = try [from, through, step].map { try #require(DecimalNumber($0)) }
    return try #require(DecimalRange(from: numbers[0], through: numbers[1], step: numbers[2]))
  }

  /// Returns the value of a slot in a phrase of its own, spelled out by the phrase or by the kind of the slot.
  private func values(_ text: String, _ range: DecimalRange) throws -> [String?] {
    try [("value", "{value}"), ("", "{\(range.from)..\(range.through),\(range.step):value}")].map { list, slot in
      let phrase = Grammar.Phrase(intent: "A", template: try Template("set it to \(slot) degrees"), text: slot)
      let grammar = try CompiledGrammar(Grammar(phrases: [phrase], kinds: [list: .decimal(range)]))
      return grammar.match(WrittenText("set it to \(text) degrees"))?.slots.first?.value
    }
  }

  @Test(
    "Spoken and typed numbers in steps of a half are understood",
    arguments: [
      .init("twenty one", "21"), .init("twenty one point five", "21.5"), .init("twenty one and a half", "21.5"),
      .init("21.5", "21.5"), .init("21.50", "21.5"), .init("21", "21"), .init("21.0", "21"), .init("five", "5"),
      .init("thirty", "30"),
      .init("twenty one point zero", "21"), .init("twenty one point four", nil), .init("twenty one and a quarter", nil),
      .init("thirty and a half", nil), .init("four and a half", nil), .init("point five", nil), .init("21 5", nil),
      .init("twenty one fifty", "21.5"), .init("minus five", nil), .init("21,5", nil), .init("21.55", nil), .init("a half", nil),
    ] as [SpokenForm])
  func halves(_ form: SpokenForm) throws {
    #expect(try values(form.text, Self.range("5", "30", "0.5")) == [form.value, form.value])
  }

  @Test(
    "Spoken and typed numbers in hundredths are understood, also below zero",
    arguments: [
      .init("a half", "0.5"), .init("half", "0.5"), .init("one half", "0.5"), .init("point five", "0.5"), .init(".5", "0.5"),
      .init("zero point five", "0.5"), .init("0.5", "0.5"), .init("three quarters", "0.75"), .init("a quarter", "0.25"),
      .init("one quarter", "0.25"), .init("one and three quarters", "1.75"), .init("one point two five", "1.25"),
      .init("one point twenty five", "1.25"), .init("one point oh five", "1.05"), .init("one point zero five", "1.05"),
      .init("1.05", "1.05"), .init("1.25", "1.25"), .init("one point five zero", "1.5"), .init("minus two and a half", "-2.5"),
      .init("minus a half", "-0.5"), .init("-0.01", "-0.01"), .init("0.25", "0.25"), .init("20 05", nil), .init("20 5", nil),
      .init("-2.5", "-2.5"), .init("minus point two five", "-0.25"),
      .init("zero", "0"),
      .init("negative one point one", "-1.1"), .init("two hundred and a half", "200.5"), .init("one hundred and five", "105"),
      .init("one hundred and five point one", "105.1"), .init("point", nil), .init("one point", nil), .init("1.125", nil),
      .init("100.50", "100.5"), .init("200.00", "200"), .init("200.05", "200.05"), .init("100.25", "100.25"),
      .init("120.50", "120.5"),
      .init("one hundred fifty", "150"), .init("5.5 5", nil), .init("5.5-5", nil),
      .init("one and", nil), .init("one and a", nil), .init("point one two three", nil), .init("minus minus one", nil),
    ] as [SpokenForm])
  func hundredths(_ form: SpokenForm) throws {
    #expect(try values(form.text, Self.range("-10", "300", "0.01")) == [form.value, form.value])
  }

  @Test(
    "Typed numbers after a round hundred keep their point, even if the fractions are listed",
    arguments: [
      .init("100.50", "100.5"), .init("100.25", "100.25"), .init("100.0", "100"), .init("200.00", "200"), .init("150", "150"),
      .init("300.75", "300.75"), .init("100.05", nil),
    ] as [SpokenForm])
  func roundHundreds(_ form: SpokenForm) throws {
    #expect(try values(form.text, Self.range("0", "500", "0.25")) == [form.value, form.value])
  }

  @Test(
    "A range has only the numbers of its steps",
    arguments: [
      ("0.25", "2", "0.5", ["0.25", "0.75", "1.25", "1.75"]), ("-0.5", "0.5", "0.5", ["-0.5", "0", "0.5"]),
      ("0", "10", "2.5", ["0", "2.5", "5", "7.5", "10"]), ("1", "2", "1", ["1", "2"]),
    ] as [(String, String, String, [String])])
  func steps(_ from: String, _ through: String, _ step: String, _ numbers: [String]) throws {
    let range = try Self.range(from, through, step)
    let candidates = (-100...1000).map { DecimalNumber(hundredths: $0) }
    #expect(candidates.filter(range.contains).map(\.description) == numbers)
    for number in numbers {
      let words = try #require(SpokenKind.decimal(range).words(for: number))
      #expect(try values(words, range) == [number, number])
    }
  }

  @Test(
    "A range over two others has the numbers of both",
    arguments: [
      (("5", "30", "0.5"), ("0", "10", "1"), "0 to 30 in steps of 0.5"),
      (("0", "1", "0.1"), ("0.25", "2", "0.25"), "0 to 2 in steps of 0.05"),
      (("1", "2", "0.5"), ("1", "2", "0.5"), "1 to 2 in steps of 0.5"),
    ])
  func union(_ one: (String, String, String), _ other: (String, String, String), _ expected: String) throws {
    let (one, other) = (try Self.range(one.0, one.1, one.2), try Self.range(other.0, other.1, other.2))
    #expect(one.union(other).description == expected && other.union(one).description == expected)
  }

  @Test(
    "Digits are a number with up to two decimals",
    arguments: [
      ("21.50", 2150), ("-0.05", -5), ("7", 700), ("0.1", 10), ("999999.99", 99_999_999), ("1.000", 100), ("1.125", nil),
      ("1000000", nil), ("", nil), ("1.", nil), (".5", nil), ("--1", nil), ("1e3", nil), ("٣", nil),
    ] as [(String, Int?)])
  func digits(_ text: String, _ hundredths: Int?) { #expect(DecimalNumber(text)?.hundredths == hundredths) }

  @Test(
    "Dialogs speak decimals one by one",
    arguments: [
      ("21.5", "twenty one point five"), ("0.25", "zero point two five"), ("-1.05", "minus one point zero five"), ("3", "three"),
    ])
  func dialogs(_ value: String, _ words: String) throws {
    #expect(SpokenKind.decimal(try Self.range("-5", "30", "0.01")).words(for: value) == words)
  }

  @Test("Every word of decimals and of days with a time is in the dictionary")
  func dictionaryWords() throws {
    let kinds: [String: SpokenKind] = ["n": .decimal(try Self.range("-1", "999999", "0.01")), "t": .dayAndTime]
    let phrases = try kinds.keys.sorted().map {
      Grammar.Phrase(intent: $0, template: try Template("\($0) {\($0)}"), text: $0)
    }
    let words = try CompiledGrammar(Grammar(phrases: phrases, kinds: kinds)).words
    #expect(words.isSuperset(of: ["point", "half", "quarters", "minus", "tonight", "evening"]))
    let found = try PronunciationDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
      .pronunciations(of: words)
    #expect(words.filter { found[$0] == nil }.sorted() == [])
  }
}

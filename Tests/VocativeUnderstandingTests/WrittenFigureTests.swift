import Synchronization
import Testing
import VocativeUnderstanding

/// A random number generator with a fixed sequence.
struct DrawnNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns the next number, made of the high halves of two steps of a linear congruential generator (Knuth, MMIX).
  mutating func next() -> UInt64 {
    func step() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32
    }
    return step() << 32 | step()
  }
}

/// A typed sentence of a phrase, and the expected values of its slots; nil if it is not a sentence of it.
struct TypedFigure: Sendable, CustomTestStringConvertible {
  let phrase: String
  let typed: String
  let values: String?

  init(_ phrase: String, _ typed: String, _ values: String?) {
    self.phrase = phrase
    self.typed = typed
    self.values = values
  }

  var testDescription: String { "\(typed) (\(phrase))" }
}

@Suite("Typed figures")
struct WrittenFigureTests {
  /// A grammar with one phrase that has a slot of a kind.
  private struct Asked {
    let grammar: CompiledGrammar

    /// The compiled grammars by kind: to compile one for each argument would take most of the time of the tests.
    private static let compiled = Mutex<[SpokenKind: CompiledGrammar]>([:])

    init(_ kind: SpokenKind) throws {
      grammar = try Self.compiled.withLock { compiled in
        if let grammar = compiled[kind] { return grammar }
        let text = "set it to {value} now"
        let grammar = try CompiledGrammar(
          Grammar(phrases: [.init(intent: "A", template: try Template(text), text: text)], kinds: ["value": kind]))
        compiled[kind] = grammar
        return grammar
      }
    }

    /// Returns the understood value, or the reason if there is none.
    func receive(_ typed: String) -> (value: String?, reason: String?) {
      switch grammar.understanding(ofText: "set it to \(typed) now") {
      case .phrase(let match, _): (match.slots.first?.value, nil)
      case .noPhrase(let reason): (nil, reason)
      case .noWords: (nil, nil)
      }
    }
  }

  // MARK: Tables

  @Test(
    "A typed amount has the value of its figures",
    arguments: [
      .init("$3.5", "3.50"), .init("$20.5", "20.50"), .init("$.50", "0.50"), .init("$.5", "0.50"), .init("$0.05", "0.05"),
      .init("$3", "3.00"), .init("$ 3", "3.00"), .init("3$", "3.00"), .init("3 $", "3.00"), .init("3.5$", "3.50"),
      .init("$3.", "3.00"), .init("$3.00", "3.00"), .init("$20.05", "20.05"), .init("$1,240.05", "1240.05"),
      .init("$1,240", "1240.00"), .init("$3,50", "3.50"), .init("$3,5", "3.50"), .init("US$20", "20.00"),
      .init("USD 20", "20.00"), .init("20 USD", "20.00"), .init("20.50 USD", "20.50"), .init("$20 dollars", "20.00"),
      .init("3.5", "3.50"), .init("20.5", "20.50"), .init("20.05", "20.05"), .init("100.50", "100.50"), .init("12.50", "12.50"),
      .init("12.00", "12.00"), .init("0.50", "0.50"), .init(".50", "0.50"), .init("20,5", "20.50"), .init("3,50", "3.50"),
      .init("1240", "1240.00"), .init("1,240", "1240.00"), .init("3.5 dollars", "3.50"), .init("12.50 dollars", "12.50"),
      .init("3 dollars", "3.00"), .init("3 dollars and 5 cents", "3.05"), .init("3 dollars 50", "3.50"),
      .init("50 cents", "0.50"),
      .init("50¢", "0.50"), .init("5 ¢", "0.05"), .init("20 bucks", "20.00"), .init("2.50 bucks", "2.50"),
      .init("$999,999.99", "999999.99"), .init("twelve fifty", "12.50"), .init("$1.01", "1.01"), .init("$1", "1.00"),
    ] as [SpokenForm])
  func amounts(_ form: SpokenForm) throws {
    #expect(try Asked(.amount).receive(form.text).value == form.value)
  }

  @Test(
    "Text that is not an amount of dollars is rejected with the reason",
    arguments: [
      ("-$3", "less than zero"), ("$-3", "less than zero"), ("- $3", "less than zero"), ("–$3", "less than zero"),
      ("−$3.50", "less than zero"), ("-3", "less than zero"), ("minus three dollars", "less than zero"),
      ("-3 dollars", "less than zero"), ("-$.50", "less than zero"),
      ("€20", "dollars"), ("20€", "dollars"), ("20 €", "dollars"), ("£5", "dollars"), ("¥500", "dollars"),
      ("20 euros", "dollars"),
      ("EUR 20", "dollars"), ("20 EUR", "dollars"), ("₹20", "dollars"), ("₴20", "dollars"), ("twenty euros", "dollars"),
      ("€3.50", "dollars"),
      ("12:75", "12:75 isn't an amount"), ("12:45", "12:45 isn't an amount"), ("3:50", "3:50 isn't an amount"),
      ("12:05", "12:05 isn't an amount"), ("$12:45", "isn't an amount"),
      ("$3.505", "$3.505 as an amount"), ("3.505", "3.505 as an amount"), ("12/24", "12/24 as an amount"),
      ("12-24", "12-24 as an amount"), ("20 5", "20 5 as an amount"), ("20 05", "20 05 as an amount"),
      ("100 50", "100 50 as an amount"), ("$1,24,5", "as an amount"), ("1.240,50", "as an amount"), ("$5-10", "as an amount"),
      ("$1000000", "999,999"), ("1,000,000", "999,999"), ("$2k", "as an amount"), ("20_5", "20_5 as an amount"),
      ("a million dollars", "999,999"), ("ten million", "999,999"), ("2 million dollars", "999,999"),
      ("$2 billion", "999,999"), ("two and a half million dollars", "999,999"),
      ("½", "½ as an amount"), ("$½", "$½ as an amount"), ("½ dollar", "as an amount"), ("1½ dollars", "as an amount"),
      ("2٣ dollars", "as an amount"),
      ("half a dollar", "half a dollar as an amount"), ("three and a half dollars", "as an amount"),
      ("1e6 dollars", "as an amount"),
    ])
  func refusedAmounts(_ typed: String, _ reason: String) throws {
    let taken = try Asked(.amount).receive(typed)
    #expect(taken.value == nil)
    #expect(taken.reason?.contains(reason) == true, "\(taken)")
  }

  @Test(
    "A typed time of day has the value of its figures or is rejected",
    arguments: [
      .init("8:30", "08:30"), .init("08:30", "08:30"), .init("8:05", "08:05"), .init("8:00", "08:00"), .init("20:30", "20:30"),
      .init("8:30pm", "20:30"), .init("8:05pm", "20:05"), .init("8:00pm", "20:00"), .init("8:00 pm", "20:00"),
      .init("8:30 p.m.", "20:30"), .init("8.30", "08:30"), .init("8.30 pm", "20:30"), .init("20.05", "20:05"),
      .init("8pm", "20:00"),
      .init("8 30", "08:30"), .init("0:15", "00:15"), .init("23:59", "23:59"), .init("12:00", "12:00"), .init("8", "08:00"),
      .init("8 o'clock", "08:00"), .init("8 oclock", "08:00"),
      .init("8:75", nil), .init("24:00", nil), .init("25:10", nil), .init("8:3", nil), .init("8:300", nil), .init("8:30:15", nil),
      .init("20 5", nil), .init("20 3", nil), .init("8/30", nil), .init("8-30", nil), .init("-8:30", nil), .init("$8.30", nil),
      .init("2 0", nil),
    ] as [SpokenForm])
  func times(_ form: SpokenForm) throws {
    #expect(try Asked(.timeOfDay).receive(form.text).value == form.value)
  }

  @Test(
    "A typed day has the value of its figures or is rejected",
    arguments: [
      .init("December 24", "--12-24"), .init("December 24th", "--12-24"), .init("Dec 24", "--12-24"), .init("Dec. 24", "--12-24"),
      .init("24 December", "--12-24"), .init("24 Dec", "--12-24"), .init("24th of December", "--12-24"),
      .init("24 of December", "--12-24"), .init("December 24, 2026", "2026-12-24"), .init("December 24 2026", "2026-12-24"),
      .init("24 December 2026", "2026-12-24"), .init("Dec 24, 2026", "2026-12-24"), .init("2026-12-24", "2026-12-24"),
      .init("2005-01-01", "2005-01-01"), .init("1906-07-04", "1906-07-04"), .init("may 1", "--05-01"), .init("1 may", "--05-01"),
      .init("Sept 3rd", "--09-03"),
      .init("12/24", nil), .init("12/24/2026", nil), .init("24.12.2026", nil), .init("2026-13-01", nil), .init("2026-02-30", nil),
      .init("December 2 4", nil), .init("December 20 6", nil), .init("32 December", nil), .init("December 24:30", nil),
    ] as [SpokenForm])
  func days(_ form: SpokenForm) throws {
    #expect(try Asked(.day).receive(form.text).value == form.value)
  }

  @Test(
    "A typed duration has the value of its figures or is rejected",
    arguments: [
      .init("90 minutes", "PT90M"), .init("90 min", "PT90M"), .init("90 mins", "PT90M"), .init("90min", "PT90M"),
      .init("1 hr", "PT1H"), .init("2 hrs", "PT2H"), .init("2h", "PT2H"), .init("1 hour 30 minutes", "PT1H30M"),
      .init("1h30", "PT1H30M"), .init("1h 30m", "PT1H30M"), .init("1 hr 30 min", "PT1H30M"), .init("45 sec", "PT45S"),
      .init("45 secs", "PT45S"), .init("10m", "PT10M"), .init("45s", "PT45S"), .init("90s", "PT90S"),
      .init("1.5 hours", "PT1H30M"),
      .init("2.5 hrs", "PT2H30M"), .init("0.5 hours", "PT30M"), .init(".5 hours", "PT30M"), .init("2 days", "P2D"),
      .init("1 week", "P7D"),
      .init("1:30 hours", nil), .init("2.25 hours", nil), .init("-5 minutes", nil), .init("5", nil), .init("1 5 minutes", nil),
      .init("20 5 minutes", nil), .init("20,5 minutes", nil), .init("5-10 minutes", nil), .init("20/5 minutes", nil),
    ] as [SpokenForm])
  func durations(_ form: SpokenForm) throws {
    #expect(try Asked(.duration).receive(form.text).value == form.value)
  }

  @Test(
    "A typed number has the value of its figures or is rejected",
    arguments: [
      .init("25", "25"), .init("1,240", "1240"), .init("-3", "-3"), .init("007", "7"),
      .init("20 5", nil), .init("20.5", nil), .init("20.05", nil), .init("20,5", nil), .init("20/5", nil), .init("20-5", nil),
      .init("100 50", nil), .init("20:05", nil), .init("$25", nil),
    ] as [SpokenForm])
  func numbers(_ form: SpokenForm) throws {
    #expect(try Asked(.number(-10...999_999)).receive(form.text).value == form.value)
  }

  @Test("A number spelled out in a phrase does not match two separate figures")
  func ranges() throws {
    let text = "level {0..100:level} percent"
    let grammar = try CompiledGrammar(Grammar(phrases: [.init(intent: "A", template: try Template(text), text: text)]))
    func level(_ typed: String) -> String? {
      guard case .phrase(let match, _) = grammar.understanding(ofText: "level \(typed)") else { return nil }
      return match.slots.first?.value
    }
    #expect(level("25%") == "25")
    #expect(level("25 percent") == "25")
    for typed in ["20 5%", "20,5%", "20-5 percent", "20/5 percent", "20.05 percent", "-25%"] {
      #expect(level(typed) == nil, "\(typed)")
    }
  }

  @Test(
    "Other kinds explain how to write their figures",
    arguments: [
      (SpokenKind.day, "12/24", "I can't read 12/24 as a day. Write it as in December 24."),
      (.timeOfDay, "8:75", "I can't read 8:75 as a time. Write it as in 8:30 pm."),
      (.duration, "2.25 hours", "I can't read 2.25 hours as a length of time. Write it as in 90 minutes."),
    ] as [(SpokenKind, String, String)])
  func explanations(_ kind: SpokenKind, _ typed: String, _ reason: String) throws {
    #expect(try Asked(kind).receive(typed).reason == reason)
  }

  @Test("A figure beside free text is explained by the value that the phrase needs")
  func explanationBesideText() throws {
    let text = "wait {text} {duration}"
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: [.init(intent: "A", template: try Template(text), text: text)], kinds: ["text": .text, "duration": .duration]))
    let reason = "I can't read 2.25 hours as a length of time. Write it as in 90 minutes."
    #expect(grammar.understanding(ofText: "wait about 2.25 hours") == .noPhrase(reason: reason))
  }

  @Test(
    "A figure that is written as a time is explained as one, even if a day could be in its place",
    arguments: ["25 o'clock", "8:75", "25 pm"])
  func explanationOfTime(typed: String) throws {
    let phrases = try ["wake me {day}", "wake me {time}"].map {
      Grammar.Phrase(intent: "A", template: try Template($0), text: $0)
    }
    let grammar = try CompiledGrammar(Grammar(phrases: phrases, kinds: ["day": .day, "time": .clockTime]))
    let reason = "I can't read \(typed) as a time. Write it as in 8:30 pm."
    #expect(grammar.understanding(ofText: "wake me \(typed)") == .noPhrase(reason: reason))
  }

  @Test("A text unlike any phrase has no figure fault, whatever figures it has")
  func noReason() throws {
    let asked = try Asked(.amount)
    #expect(asked.grammar.understanding(ofText: "make me 2 sandwiches for €3") == .noPhrase(reason: nil))
    #expect(asked.grammar.understanding(ofText: "i saw a million stars") == .noPhrase(reason: nil))
    #expect(asked.grammar.understanding(ofText: "…") == .noWords)
    #expect(asked.grammar.understanding(ofText: "½") == .noPhrase(reason: nil))
  }

  @Test(
    "A long text without spaces is rejected without a long search for a figure", .timeLimit(.minutes(1)),
    arguments: ["a", "a.", "1.", "half ", "-", "- ", ".,", " ."], [" €1", " x1"])
  func longText(part: String, end: String) throws {
    let text = String(repeating: part, count: 16_384 / part.count) + end
    let grammar = try Asked(.amount).grammar
    #expect(grammar.understanding(ofText: text) == .noPhrase(reason: "That's too long. Use up to 4,000 letters."))
    let longest = String(text.suffix(CompiledGrammar.maxTextBytes / 2))
    #expect(grammar.understanding(ofText: longest) == .noPhrase(reason: nil))
  }

  @Test("A text above the maximum length is not a phrase, and neither is a sentence behind five polite phrases")
  func limits() throws {
    let text = "set it to {value} now"
    var source = Grammar(phrases: [.init(intent: "A", template: try Template(text), text: text)], kinds: ["value": .amount])
    source.skipWords = .polite
    let grammar = try CompiledGrammar(source)
    func isPhrase(_ text: String) -> Bool { if case .phrase = grammar.understanding(ofText: text) { true } else { false } }
    let sentence = "set it to $3 now"
    let spaces = String(repeating: " ", count: CompiledGrammar.maxTextBytes - sentence.utf8.count)
    #expect(isPhrase(sentence + spaces) && !isPhrase(sentence + spaces + " "))
    let polite = String(repeating: "please ", count: 4)
    #expect(isPhrase(polite + sentence) && !isPhrase(polite + "please " + sentence))
  }

  @Test(
    "Figures in a note, and the marks between its words, stay as they are written",
    arguments: [
      ("dinner at 8:30", nil), ("it costs €20", nil), ("it costs $3.5", nil), ("room 20-5", nil), ("from 8:00-9:30", nil),
      ("between $5-$10", nil), ("on 2026-12-24", nil), ("version 1.2", nil), ("-5 degrees", nil), ("back in 5 mins", nil),
      ("the 90s", nil), ("20 % off", "20 percent off"),
      ("Buy 1/2 liter of paint (RAL 9010); call 030 1234567.", "buy 1/2 liter of paint ral 9010; call 030 1234567"),
      ("agent 007 - 24 december", "agent 007 24 december"), ("two eggs", nil),
      ("buy milk, eggs and bread", nil), ("see \"the birds,\" please", "see the birds, please"),
      ("mom, i'm late!", "mom, i'm late"),
      ("at 8 p.m. on monday", "at 8 p m on monday"), ("milk , eggs", "milk eggs"),
    ] as [(String, String?)])
  func texts(_ typed: String, _ expected: String?) throws {
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: [
          .init(intent: "A", template: try Template("note {text}"), text: "note {text}"),
          .init(intent: "B", template: try Template("note {text} now"), text: "note {text} now"),
        ], kinds: ["text": .text]))
    for (before, after) in [("note ", ""), ("hey radio, 1st note ", ""), ("note ", " now")] {
      guard
        case .phrase(let match, _) = grammar.understanding(
          ofText: before + typed + after, after: [["hey", "radio", "first"], ["hey", "radio"]])
      else {
        Issue.record("\(before)\(typed)\(after) was not understood")
        continue
      }
      #expect(match.intent == (after.isEmpty ? "A" : "B"))
      #expect(match.slots.first?.value == expected ?? typed)
    }
  }

  @Test(
    "A typed figure is never divided between a value and its neighbours",
    arguments: [
      .init("put {text} {amount}", "put lunch 5.50", "lunch|5.50"),
      .init("put {text} {amount}", "put lunch 1,250.50", "lunch|1250.50"),
      .init("put {text} {amount}", "put lunch 5.5", "lunch|5.50"), .init("put {text} {amount}", "put lunch $5-10", nil),
      .init("put {text} {amount}", "put lunch 5.505", nil), .init("put {text} {amount}", "put lunch 8:30", nil),
      .init("put {text} {amount}", "put version 1.2 for 8", "version 1.2 for|8.00"),
      .init("add {amount} {text}", "add 5.50 lunch", "5.50|lunch"), .init("add {amount} {text}", "add 5.5 lunch", "5.50|lunch"),
      .init("add {amount} {text}", "add 8:30 lunch", nil), .init("add {amount} {text}", "add 8:00 lunch", nil),
      .init("put {text} {amount}", "put lunch -5.50", nil),
      .init("put {text} {amount}", "put lunch -$5", nil), .init("add {amount} {text}", "add 5½ lunch", nil),
      .init("add {amount} {text}", "add 5 ½ lunch", nil), .init("put {text} {amount}", "put lunch ½5", nil),
      .init("add {amount} {text}", "add $2k lunch", nil), .init("add {amount} {text}", "add 2k lunch", nil),
      .init("add {amount} {text}", "add $5.50 and rolls", "5.50|and rolls"), .init("from {n} {text}", "from $8.50 on", nil),
      .init("add {amount} {text}", "add 5 (10 rolls)", "5.00|10 rolls"),
      .init("add {amount} {text}", "add $5; 10 rolls", "5.00|10 rolls"),
      .init("from {n} {text}", "from 5kg on", "5|kg on"), .init("at {n} o'clock", "at 8:00", "8"),
      .init("at minus {n}", "at -5", "5"),
      .init("at {n} dollars", "at $8", "8"), .init("at {n} dollars and {m} cents", "at $8.50", "8|50"),
      .init("add {amount} {text}", "add 5-10 lunch", nil),
      .init("add {amount} {text}", "add $5-10 lunch", nil),
      .init("add {amount} {text}", "add 5 lunch at 8:30", "5.00|lunch at 8:30"),
      .init("add {amount} {text}", "add $5 10 buns", "5.00|10 buns"),
      .init("add {amount} {text}", "add 5 rolls - 2 eggs", "5.00|rolls 2 eggs"),
      .init("(pay {amount} for {text}|pay {text} {amount}) now", "pay 5.50 for lunch at 8:30 now", "5.50|lunch at 8:30"),
      .init("wait {text} {duration}", "wait about 2.25 hours", nil),
      .init("wait {text} {duration}", "wait 2.5 hours", nil), .init("put {text} {amount}", "put $8.50", nil),
      .init("put {text} {amount}", "put 25", nil), .init("at {n} {m}", "at 25", nil),
      .init("at {n} {text}", "at 25 now", "25|now"),
      .init("at {n} hundred", "at 800", "8"), .init("note {text} {day}", "note 2026-12-24", nil),
      .init("costs {sums}", "costs 125", "125.00"),
      .init("from {n} {text}", "from 20.05 on", nil), .init("from {n} {text}", "from 8:30 on", nil),
      .init("at {n} {m}", "at 8:30", "8|30"), .init("at {n} {m}", "at 8.30", nil), .init("at {n} point {m}", "at 8.3", "8|3"),
      .init("at {n} {x}", "at 8.5", nil), .init("at {x} {n}", "at 8.5 5", "8.5|5"), .init("at {x}", "at 8.5 5", nil),
      .init("at {0..10:n} {text}", "at 8.50 sharp", nil), .init("channel five {text}", "channel 5.50 now", nil),
      .init("costs {sums}", "costs 12.50", "12.50"), .init("costs {sums}", "costs 12.50, 8 and 0.50", "12.50,8.00,0.50"),
      .init("costs {sums}", "costs $12, $50", "12.00,50.00"), .init("costs {sums}", "costs $12,$50", "12.00,50.00"),
      .init("costs {sums}", "costs $1.50 $2", "1.50,2.00"), .init("costs {sums}", "costs $12-$50", nil),
      .init("take {counts}", "take 5 and 20", "5,20"), .init("take {counts}", "take 5 and 20.50", nil),
      .init("take {counts}", "take 5 and 20.5", nil),
    ] as [TypedFigure])
  func wholeFigures(_ figure: TypedFigure) throws {
    var written = Grammar(
      phrases: [.init(intent: "A", template: try Template(figure.phrase), text: figure.phrase)],
      kinds: [
        "text": .text, "amount": .amount, "sums": .amount, "duration": .duration, "n": .number(0...100), "m": .number(0...100),
        "counts": .number(0...100), "x": .decimal(.all), "day": .day,
      ])
    written.multipleSlots = ["A": ["sums", "counts"]]
    let understanding = try CompiledGrammar(written).understanding(ofText: figure.typed)
    guard case .phrase(let match, _) = understanding else {
      #expect(figure.values == nil, "\(understanding)")
      return
    }
    #expect(match.slots.map(\.value).joined(separator: "|") == figure.values)
  }

  @Test(
    "A typed day with a time has the figures of both",
    arguments: [
      .init("december 24, 8 pm", "--12-24T20:00"), .init("dec 20 4 pm", "--12-20T16:00"),
      .init("december 24, 8:30 pm", "--12-24T20:30"), .init("december 20, 4:10 pm", "--12-20T16:10"),
      .init("dec 5, 10 pm", "--12-05T22:00"), .init("december 24 08:30", "--12-24T08:30/20:30"),
      .init("dec 24, 2026 8 pm", "2026-12-24T20:00"), .init("dec 24, 2030, 6:10 pm", "2030-12-24T18:10"),
      .init("2030-12-24 6:10 pm", "2030-12-24T18:10"), .init("2026-12-24, 8 pm", "2026-12-24T20:00"),
      .init("dec 24 18:30", "--12-24T18:30"), .init("dec 24 at 8", "--12-24T08:00/20:00"),
      .init("at 8 december 24", "--12-24T08:00/20:00"), .init("8 december 24", "--12-24T08:00/20:00"),
      .init("at 8 dec 10", "--12-10T08:00/20:00"), .init("8 december 10 pm", "--12-08T22:00"),
      .init("8 december 10:30", "--12-08T10:30/22:30"), .init("24 december 8 pm", "--12-24T20:00"),
      .init("at 8, 24 december", "--12-24T08:00/20:00"), .init("8:20 4 december", "--12-04T08:20/20:20"),
      .init("dec 20 4 8 pm", nil), .init("dec 20.4 pm", nil), .init("dec 20-4 pm", nil), .init("dec 24, 8:75", nil),
    ] as [SpokenForm])
  func daysWithTime(_ form: SpokenForm) throws {
    #expect(try Asked(.dayAndTime).receive(form.text).value == form.value)
  }

  @Test("A time before a month and its day stays in the text")
  func timeBeforeDay() throws {
    let text = "remind me to {text} {day}"
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: [.init(intent: "A", template: try Template(text), text: text)], kinds: ["text": .text, "day": .day]))
    for (typed, values) in [
      ("call bob at 8 december 24", ["call bob at 8", "--12-24"]), ("call bob 8 december", ["call bob", "--12-08"]),
      ("call bob 8 december 2026", ["call bob", "2026-12-08"]),
    ] {
      #expect(grammar.match(WrittenText("remind me to \(typed)"))?.slots.map(\.value) == values, "\(typed)")
    }
  }

  // MARK: Properties

  private static let dollars = [
    0, 1, 3, 9, 10, 12, 19, 20, 21, 45, 99, 100, 101, 110, 150, 999, 1000, 1050, 1240, 12_345, 999_999,
  ]
  private static let cents = [0, 1, 5, 10, 50, 99]

  @Test("Every common way of writing an amount gives that amount", arguments: dollars)
  func everyAmount(_ dollars: Int) throws {
    let asked = try Asked(.amount)
    for cents in Self.cents where dollars + cents > 0 {
      let value = "\(dollars).\(cents < 10 ? "0" : "")\(cents)"
      var ways = ["$\(value)", "$ \(value)", "\(value)$", "\(value) $", "USD \(value)", "US$\(value)", "\(value) dollars", value]
      if dollars >= 1000 { ways.append("$\(dollars / 1000),\(String(1000 + dollars % 1000).dropFirst()).\(value.suffix(2))") }
      if dollars == 0 { ways += ["$\(value.dropFirst())", "\(cents)¢", "\(cents) cents"] }
      if cents % 10 == 0 { ways += ["$\(dollars).\(cents / 10)", "\(dollars).\(cents / 10)"] }
      if cents == 0 { ways += ["$\(dollars)", "\(dollars)", "\(dollars) dollars", "\(dollars)$"] }
      if dollars > 0, cents > 0 { ways.append("\(dollars) dollars and \(cents) cents") }
      if let words = SpokenKind.amount.words(for: value) { ways.append(words) }
      for way in ways { #expect(asked.receive(way).value == value, "\(way)") }
    }
  }

  @Test("Any combination of figures and signs is either the written amount or not an amount")
  func noOtherAmount() throws {
    let asked = try Asked(.amount)
    var random = DrawnNumbers(seed: 1)
    var understood = 0
    for _ in 0..<1000 {
      let typed = String(
        (0..<Int.random(in: 1...7, using: &random)).map { _ in "00112355$.,:-/ €".randomElement(using: &random) ?? "0" })
      guard let value = asked.receive(typed).value else { continue }
      understood += 1
      #expect(!typed.contains(#/€|[:\/-]\s*[$.,]*\s*\d/#), "\"\(typed)\" became \(value)")
      let ended = typed.filter { $0 != "$" }.replacing(#/^\s+|[.,:\/\s-]+$/#, with: "")
      let number = ended.replacing(#/,(?=\d{3}(?!\d))/#, with: "").replacing(",", with: ".")
      #expect(Double(number.hasPrefix(".") ? "0" + number : number) == Double(value), "\"\(typed)\" became \(value)")
    }
    #expect(understood > 50)
  }

  @Test("Any combination of two figures is either the written time or not a time")
  func noOtherTime() throws {
    let asked = try Asked(.timeOfDay)
    for hour in [0, 1, 8, 12, 20, 23, 24, 30] {
      for minute in [0, 5, 15, 30, 59, 60, 75] {
        for separator in [":", ".", " ", "/", "-", ",", ":0", ". "] {
          let typed = "\(hour)\(separator)\(minute < 10 ? "0" : "")\(minute)"
          guard let value = asked.receive(typed).value else { continue }
          #expect(value == "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)", "\"\(typed)\"")
          #expect([":", ".", " "].contains(separator) && hour < 24 && minute < 60, "\"\(typed)\"")
        }
      }
    }
  }

  @Test("Every day of a year is understood in its written form", arguments: 1...12)
  func everyDay(month: Int) throws {
    let asked = try Asked(.day)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let name = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ][month - 1]
    for day in [1, 2, 3, 11, 20, 21, 28] {
      let (date, dated) = ("--\(two(month))-\(two(day))", "2027-\(two(month))-\(two(day))")
      for way in [
        "\(name) \(day)", "\(name.prefix(3)) \(day)", "\(day) \(name)", "\(day) \(name.prefix(3))", "the \(day) of \(name)",
      ] {
        #expect(asked.receive(way).value == date, "\(way)")
      }
      for way in ["\(name) \(day), 2027", "\(day) \(name) 2027", dated] { #expect(asked.receive(way).value == dated, "\(way)") }
      for way in ["\(month)/\(day)", "\(month)/\(day)/2027", "\(two(day)).\(two(month)).2027"] {
        #expect(asked.receive(way).value == nil, "\(way)")
      }
    }
  }

  @Test("Every count of a unit of time is understood in its written form")
  func everyDuration() throws {
    let asked = try Asked(.duration)
    for count in [1, 2, 5, 10, 12, 20, 21, 45, 90, 100, 105, 120, 999] {
      let plural = count == 1 ? "" : "s"
      for (ways, value) in [
        (["hour\(plural)", "hr\(plural)"], "PT\(count)H"), (["minute\(plural)", "min\(plural)", "min"], "PT\(count)M"),
        (["second\(plural)", "sec\(plural)", "sec"], "PT\(count)S"), (["day\(plural)"], "P\(count)D"),
      ] {
        for way in ways { #expect(asked.receive("\(count) \(way)").value == value, "\(count) \(way)") }
      }
      for (way, value) in [("\(count)h", "PT\(count)H"), ("\(count)m", "PT\(count)M"), ("\(count)s", "PT\(count)S")] {
        #expect(asked.receive(way).value == value, "\(way)")
      }
      #expect(asked.receive("\(count).5 hours").value == "PT\(count)H30M")
    }
  }
}

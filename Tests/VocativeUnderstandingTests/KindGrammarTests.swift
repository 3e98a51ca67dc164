import PocketSphinx
import Testing
import VocativeUnderstanding

@Suite("Grammars with kinds of values")
struct KindGrammarTests {
  private func grammar(
    _ phrases: [(intent: String, text: String)], kinds: [String: SpokenKind], lists: [String: [Grammar.Value]] = [:]
  ) throws -> Grammar {
    Grammar(
      phrases: try phrases.map { .init(intent: $0.intent, template: try Template($0.text), text: $0.text) }, lists: lists,
      kinds: kinds)
  }

  private func slots(_ match: MatchedPhrase?) -> [String: String] {
    Dictionary((match?.slots ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func match(_ grammar: CompiledGrammar, _ text: String) -> MatchedPhrase? {
    grammar.match(SpokenText.words(of: text))
  }

  @Test("Several kinds can be in one phrase, each under its slot's own name")
  func severalKinds() throws {
    let compiled = try CompiledGrammar(
      grammar(
        [("Transfer", "send {amount:sum} [on] {day} at {time}")], kinds: ["amount": .amount, "day": .day, "time": .timeOfDay]))
    #expect(
      slots(match(compiled, "send twelve fifty next thursday at half past eight"))
        == ["sum": "12.50", "day": "next-thursday", "time": "08:30"])
    #expect(
      slots(match(compiled, "send $20 on december 24th at 5 pm")) == ["sum": "20.00", "day": "--12-24", "time": "17:00"])
  }

  @Test("A number with several readings is matched by the one that fits")
  func readsAgain() throws {
    let compiled = try CompiledGrammar(grammar([("Add", "{a} {b}")], kinds: ["a": .number(0...10), "b": .number(0...100)]))
    #expect(slots(match(compiled, "five twenty five")) == ["a": "5", "b": "25"])
    #expect(match(compiled, "twenty five five") == nil)
  }

  @Test("A list takes precedence over a kind of the same name, and an intent's slot can specify its kind")
  func names() throws {
    let list = ["count": [Grammar.Value(identifier: "few", spoken: [.literal("a few")])]]
    var written = try grammar(
      [("A", "give me {count}"), ("B", "wait {how long}")], kinds: ["count": .number(0...9), "duration": .duration], lists: list)
    written.slotLists = ["B": ["how long": "duration"]]
    let compiled = try CompiledGrammar(written)
    #expect(slots(match(compiled, "give me a few")) == ["count": "few"])
    #expect(match(compiled, "give me five") == nil)
    #expect(slots(match(compiled, "wait ten minutes")) == ["how long": "PT10M"])
  }

  @Test("Two intents that share a sentence made of kinds are rejected")
  func ambiguous() throws {
    let shared = try grammar(
      [("A", "wait {n} minutes"), ("B", "wait {duration}")], kinds: ["n": .number(1...60), "duration": .duration])
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(shared) }
    #expect(error?.code == .ambiguousPhrase)
    let texts = try grammar([("A", "note {a}"), ("B", "note {b}")], kinds: ["a": .text, "b": .text])
    #expect(throws: GrammarError.self) { try CompiledGrammar(texts) }
  }

  @Test(
    "Two intents may have the same phrase with ranges of numbers that exclude each other",
    arguments: [
      ("1", "9", "100", "200", "1", nil), ("1", "50", "51", "100", "1", nil), ("0", "9", "1000", "9999", "1", nil),
      ("-9", "-1", "1", "9", "1", nil), ("1", "5", "5", "200", "1", "set it to five"),
      ("1", "5", "3", "200", "1", "set it to five"), ("10", "12", "12", "20", "1", "set it to twelve"),
      ("1", "9.5", "100", "200", "0.5", nil), ("1", "9.5", "9", "200", "0.5", "set it to nine"),
    ] as [(String, String, String, String, String, String?)])
  func excludingRanges(
    _ from: String, _ through: String, _ otherFrom: String, _ otherThrough: String, _ step: String, shared: String?
  ) throws {
    func kind(_ from: String, _ through: String) throws -> SpokenKind {
      if step == "1" { return .number(try #require(Int(from))...(try #require(Int(through)))) }
      let numbers = try [from, through, step].map { try #require(DecimalNumber($0)) }
      return .decimal(try #require(DecimalRange(from: numbers[0], through: numbers[1], step: numbers[2])))
    }
    let written = try grammar(
      [("A", "set it to {level}"), ("A", "make it {level}"), ("B", "set it to {other}")],
      kinds: ["level": kind(from, through), "other": kind(otherFrom, otherThrough)])
    guard let shared else {
      let compiled = try CompiledGrammar(written)
      #expect(compiled.sharedSentences.isEmpty)
      for (number, intent) in [(from, "A"), (through, "A"), (otherFrom, "B"), (otherThrough, "B")] {
        let found = try #require(compiled.match(WrittenText("set it to \(number)")), "\(number)")
        #expect(found.intent == intent && found.slots.map(\.value) == [number] && found.homonyms.isEmpty, "\(found)")
      }
      return
    }
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(written) }
    #expect(error?.code == .ambiguousPhrase)
    #expect(error?.reason.contains("\"\(shared)\"") == true, "\(String(describing: error))")
  }

  @Test("A number is shared with fixed words and with numbers in rules and series only if it is in the range")
  func sharedNumbers() throws {
    var written = try grammar(
      [("A", "set it to eight"), ("B", "set it <value>"), ("C", "set it to {small}")],
      kinds: ["level": .number(100...200), "small": .number(1...7)])
    written.rules = ["value": try Template("to {level} [now]")]
    written.multipleSlots = ["C": ["small"]]
    #expect(try CompiledGrammar(written).sharedSentences.isEmpty)
    written.kinds["small"] = .number(7...8)
    #expect(throws: GrammarError.self) { try CompiledGrammar(written) }
    written.ambiguity = .first
    let compiled = try CompiledGrammar(written)
    #expect(compiled.sharedSentences.map(\.words) == [["set", "it", "to", "eight"]])
    #expect(match(compiled, "set it to eight")?.homonyms.map(\.intent) == ["C"])
    #expect(match(compiled, "set it to one hundred and eight")?.intent == "B")
  }

  @Test(
    "A slot takes several values unless one sentence has the slot more than once",
    arguments: [
      ("(add {item} to my list|put {item} on my list)", "add milk and eggs to my list", "milk,eggs"),
      ("(add {item} to my list|put {item} on my list)", "put milk eggs bread on my list", "milk,eggs,bread"),
      ("(add <things>|put <things> down)", "put eggs and milk down", "eggs,milk"),
      ("([now] {item}|{item} later)", "eggs and bread later", "eggs,bread"),
      ("add {item} [to <things>]", "add milk and eggs", nil), ("add {item} [to <things>]", "add milk to eggs", "milk,eggs"),
      ("swap {item} and {item}", "swap milk and eggs", "milk,eggs"),
      ("swap {item} and {item}", "swap milk and eggs and bread", nil),
      ("({item};with {item})", "with milk eggs", "milk,eggs"), ("({item};with {item})", "with milk and bread eggs", nil),
    ] as [(String, String, String?)])
  func severalValues(_ phrase: String, _ sentence: String, _ values: String?) throws {
    let items = ["milk", "eggs", "bread"].map { Grammar.Value(identifier: $0, spoken: [.literal($0)]) }
    var written = try grammar([("Add", phrase)], kinds: [:], lists: ["item": items])
    written.rules = ["things": try Template("<one>"), "one": try Template("{item}")]
    written.multipleSlots = ["Add": ["item"]]
    #expect(match(try CompiledGrammar(written), sentence)?.slots.map(\.value) == values.map { [$0] })
  }

  @Test(
    "Equal numbers, amounts and durations are several values, and another value that is said twice is one",
    arguments: [
      ("add {1..10:v} and {1..10:v}", "add two and two", "2,2"), ("add {n:v}", "add two two and five", "2,2,5"),
      ("add {n:v}", "add two and two", "2,2"), ("add {x:v}", "add one point five and one point five", "1.5,1.5"),
      ("add {sum:v}", "add five dollars and five dollars", "5.00,5.00"),
      ("add {long:v}", "add ten minutes and ten minutes", "PT10M,PT10M"), ("add {v}", "add milk and milk", "milk"),
      ("add {day:v}", "add friday and friday", "friday"), ("add {time:v}", "add half past eight and half past eight", "08:30"),
      ("add {text:v}", "add oat milk and oat milk", "oat milk"),
    ])
  func equalValues(_ phrase: String, _ sentence: String, _ values: String) throws {
    let items = ["milk", "eggs"].map { Grammar.Value(identifier: $0, spoken: [.literal($0)]) }
    var written = try grammar(
      [("Add", phrase)],
      kinds: [
        "n": .number(0...10), "x": .decimal(.all), "sum": .amount, "long": .duration, "day": .day, "time": .timeOfDay,
        "text": .text,
      ], lists: ["v": items])
    written.multipleSlots = ["Add": ["v"]]
    let compiled = try CompiledGrammar(written)
    #expect(match(compiled, sentence)?.slots.map(\.value) == [values])
  }

  @Test("Kinds have too many sentences to list, unless they are few")
  func sentences() throws {
    let all: [String: SpokenKind] = [
      "n": .number(0...999_999), "a": .amount, "d": .day, "t": .timeOfDay, "l": .duration, "x": .text,
    ]
    for name in all.keys.sorted() {
      #expect(try CompiledGrammar(grammar([("A", "say {\(name)}")], kinds: all)).allSentences(limit: 300) == nil, "\(name)")
    }
    let digits = try CompiledGrammar(grammar([("A", "say {n}")], kinds: ["n": .number(3...9)]))
    #expect(digits.allSentences(limit: 300)?.count == 7)
  }

  @Test("Large kinds need no more states than their words")
  func compact() throws {
    let compiled = try CompiledGrammar(
      grammar([("A", "{n} and then {n:m} and then {n:o}")], kinds: ["n": .number(0...999_999)]))
    #expect(compiled.wordGraph().stateCount < 500)
  }

  @Test(
    "Free text matches any words in any position",
    arguments: [
      ("take a note buy milk and two lemons", "Note", ["text": "buy milk and two lemons"]),
      ("remind me to call my sister tomorrow", "Remind", ["what": "call my sister", "day": "tomorrow"]),
      ("xyzzy is my word", "Word", ["word": "xyzzy"]), ("stop", "Stop", [:]), ("stop it", "Any", ["text": "stop it"]),
      ("take a note", "Any", ["text": "take a note"]),
      ("remind me to say see you tomorrow tomorrow", "Remind", ["what": "say see you tomorrow", "day": "tomorrow"]),
    ])
  func text(_ text: String, _ intent: String, _ expected: [String: String]) throws {
    let compiled = try CompiledGrammar(
      grammar(
        [
          ("Any", "{text}"), ("Note", "take a note {text}"), ("Remind", "remind me to {what} {day}"),
          ("Word", "{word} is my word"),
          ("Stop", "stop"),
        ], kinds: ["text": .text, "what": .text, "word": .text, "day": .day]))
    let match = match(compiled, text)
    #expect(match?.intent == intent)
    #expect(slots(match) == expected)
    #expect(compiled.match([]) == nil)
  }

  @Test("A phrase with every word takes precedence over free text, and less free text over more")
  func preference() throws {
    let compiled = try CompiledGrammar(
      grammar([("Long", "take {text}"), ("Short", "take a note {text}"), ("Exact", "take a note of it")], kinds: ["text": .text]))
    #expect(match(compiled, "take a note of it")?.intent == "Exact")
    #expect(match(compiled, "take a note of that")?.intent == "Short")
    #expect(match(compiled, "take it")?.intent == "Long")
    let two = try CompiledGrammar(grammar([("A", "tell {who} that {what}")], kinds: ["who": .text, "what": .text]))
    #expect(
      slots(match(two, "tell my sister that i said that she is right"))
        == ["who": "my sister", "what": "i said that she is right"])
  }

  @Test("A long text is matched without delay")
  func longText() throws {
    let compiled = try CompiledGrammar(grammar([("A", "say {a} or {b}")], kinds: ["a": .text, "b": .text]))
    let long = Array(repeating: "word", count: 2000)
    #expect(slots(compiled.match(["say"] + long + ["or", "not"])) == ["a": long.joined(separator: " "), "b": "not"])
    #expect(compiled.match(["say"] + long) == nil)
  }

  @Test("A kind's words are found in the phrases that use it, and phrases with kinds always have a sentence")
  func uses() throws {
    let location = Grammar.Location(file: "x.yaml", line: 4)
    var written = try grammar([("A", "go"), ("B", "wait {how long}")], kinds: ["duration": .duration])
    written.phrases[1] = .init(
      intent: "B", template: written.phrases[1].template, text: written.phrases[1].text, location: location)
    written.slotLists = ["B": ["how long": "duration"]]
    #expect(written.firstUse(of: "minutes")?.location == location)
    #expect(written.removingUnfillablePhrases().phrases.count == 2)
    #expect(written.firstUse(of: "december") == nil)
  }
}

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

import PocketSphinx
import Testing
import VocativeUnderstanding

@Suite("Grammars")
struct GrammarTests {
  private func phrase(_ intent: String, _ text: String) throws -> Grammar.Phrase {
    .init(intent: intent, template: try Template(text), text: text, location: .init(file: "x.yaml", line: intent == "A" ? 3 : 7))
  }

  private func values(_ names: String...) -> [Grammar.Value] {
    names.map { .init(identifier: $0, spoken: [.literal($0)]) }
  }

  @Test("A slot's value depends on the position of the words, not on the words alone")
  func slotsByStructure() throws {
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: [phrase("A", "move {from} to {to}")],
        lists: ["from": values("kitchen", "hall"), "to": values("kitchen", "hall")]))
    let match = try #require(grammar.match(["move", "hall", "to", "kitchen"]))
    #expect(match.slots.map(\.name) == ["from", "to"])
    #expect(match.slots.map(\.value) == ["hall", "kitchen"])
    #expect(grammar.match(["move", "hall", "kitchen"]) == nil)
    #expect(grammar.match(["move", "hall", "to"]) == nil)
    #expect(grammar.match([]) == nil)
  }

  @Test(
    "A typed possessive is a value before the ending in a phrase, and other words keep their apostrophe",
    arguments: [
      ("When is Anna's birthday?", "anna", "when is anna's birthday"),
      ("when is anna’s birthday", "anna", "when is anna's birthday"),
      ("when is anna s birthday", "anna", "when is anna s birthday"),
      ("hey you, when is ben's birthday", "ben", "when is ben's birthday"),
      ("kitchen's light", "kitchen", "kitchen's light"), ("kitchen light", "kitchen", "kitchen light"),
      ("anna's room light", "anna's room", "anna's room light"), ("anna's room's light", "anna's room", "anna's room's light"),
      ("what's on ben's list", "ben", "what's on ben's list"),
      ("note anna's birthday, soon", "anna's birthday, soon", "note anna's birthday soon"),
      ("add chris's milk to ben's list", "chris's milk|ben", "add chris's milk to ben's list"),
      ("please wake ben's dog at 8 o'clock", "ben", "please wake ben's dog at eight o'clock"),
      ("when is dora's birthday", nil, nil),
      ("what on ben's list", nil, nil),
    ] as [(String, String?, String?)])
  func possessives(typed: String, slots: String?, text: String?) throws {
    let phrases = [
      "when is {person}'s birthday", "{room}['s] light", "what's on {person}'s list", "note {text}",
      "add {text} to {person}'s list",
      "wake {person}'s dog at eight o'clock",
    ]
    var written = Grammar(
      phrases: try phrases.map { try phrase("A", $0) },
      lists: ["person": values("anna", "ben", "chris"), "room": values("kitchen", "anna's room")], kinds: ["text": .text])
    written.skipWords = .polite
    let understanding = try CompiledGrammar(written).understanding(ofText: typed, after: [["hey", "you"]])
    guard case .phrase(let match, let words) = understanding else {
      #expect(slots == nil, "\(understanding)")
      return
    }
    #expect(match.slots.map(\.value).joined(separator: "|") == slots)
    #expect(words.joined(separator: " ") == text)
  }

  @Test("Rules that are nested too deeply for the stack are rejected")
  func deepRules() throws {
    var rules = ["r1000": try Template("please")]
    for index in 0..<1000 { rules["r\(index)"] = .rule("r\(index + 1)") }
    let error = #expect(throws: GrammarError.self) {
      try CompiledGrammar(Grammar(phrases: [phrase("A", "<r0> go")], rules: rules))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test("Lists whose values name each other, or that are nested too deeply for the stack, are rejected", arguments: [1, 2, 3000])
  func nestedLists(count: Int) throws {
    var lists: [String: [Grammar.Value]] = [:]
    for index in 0..<count {
      let spoken = Template.sequence([.word("a"), .slot(name: "l\((index + 1) % count)", list: nil)])
      lists["l\(index)"] = [.init(identifier: "a", spoken: [.word("plain"), spoken])]
    }
    let error = #expect(throws: GrammarError.self) {
      try CompiledGrammar(Grammar(phrases: [phrase("A", "{l0} on")], lists: lists))
    }
    #expect(error?.code == (count < 10 ? .badRule : .tooLarge))
    #expect(error?.location == .init(file: "x.yaml", line: 3))
  }

  @Test("A fault in the spoken form of a value has the place of the value if it is known", arguments: [9, nil])
  func faultyValue(line: Int?) throws {
    let place = line.map { Grammar.Location(file: "x.yaml", line: $0) }
    let values = [Grammar.Value(identifier: "a", spoken: [.word("a")])]
    for spoken in ["(go|<nothing>)", "the {nothing}"] {
      let value = Grammar.Value(identifier: "b", spoken: [.word("b"), try Template(spoken)], location: place)
      let grammar = Grammar(phrases: [try phrase("A", "{item} on")], lists: ["item": values + [value]])
      let error = #expect(throws: GrammarError.self) { try CompiledGrammar(grammar) }
      #expect(error?.location?.line == line ?? 3, "\(String(describing: error))")
    }
    let other = Grammar(phrases: [try phrase("A", "{item} <nothing>")], lists: ["item": values])
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(other) }
    #expect(error?.location?.line == 3, "\(String(describing: error))")
  }

  @Test("All names of a value give the same identifier")
  func names() throws {
    let value = Grammar.Value(identifier: "nyc", spoken: [.literal("New York"), .literal("Big Apple")])
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "{city} weather")], lists: ["city": [value]]))
    #expect(grammar.match(["big", "apple", "weather"])?.slots.map(\.value) == ["nyc"])
    #expect(grammar.match(["new", "york", "weather"])?.slots.map(\.value) == ["nyc"])
  }

  @Test("A phrase with its own pronunciation is one word in the decoder and several words in text")
  func hintedPhrase() throws {
    let value = Grammar.Value(
      identifier: "nyc", spoken: [.literal("big apple")], pronunciations: ["big apple": ["B", "IH", "G"]])
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "{city} weather")], lists: ["city": [value]]))
    #expect(grammar.words == ["big_apple", "weather"])
    #expect(grammar.pronunciations == ["big_apple": ["B", "IH", "G"]])
    #expect(grammar.match(["big", "apple", "weather"])?.slots.map(\.value) == ["nyc"])
  }

  @Test(
    "A pronunciation of several words is used wherever a spoken form has them, the longest first",
    arguments: [
      ("[the] big blorf", ["the big_blorf", "big_blorf"]), ("big blorf[s]", ["big_blorf", "big blorfs"]),
      ("(big|small) blorf", ["big_blorf", "small blorf"]), ("my big blorf city", ["my big_blorf_city"]),
      ("(big blorf;now)", ["big_blorf now", "now big_blorf"]), ("my <thing>", ["my big_blorf"]),
      ("blorf", ["blorf"]),
    ])
  func hintedWords(_ spoken: String, sentences: [String]) throws {
    let value = Grammar.Value(
      identifier: "nyc", spoken: [try Template(spoken)],
      pronunciations: ["big blorf": ["B", "IH", "G"], "big blorf city": ["B", "IH"]])
    let grammar = try CompiledGrammar(
      Grammar(phrases: [phrase("A", "{city}")], lists: ["city": [value]], rules: ["thing": Template("big blorf")]))
    let all = try #require(grammar.allSentences(limit: 10))
    #expect(Set(all.map { $0.joined(separator: " ") }) == Set(sentences))
    for sentence in all {
      let words = grammar.words(ofDecoded: sentence)
      #expect(grammar.match(words)?.slots.map(\.value) == ["nyc"])
      #expect(!grammar.goesOn(after: words))
      if words.count > 1 { #expect(grammar.goesOn(after: Array(words.dropLast()))) }
    }
  }

  @Test("Numbers of a range give the slot's value as digits")
  func range() throws {
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "set {0..100,5:level} percent")]))
    #expect(grammar.match(["set", "forty", "five", "percent"])?.slots.map(\.value) == ["45"])
    #expect(grammar.match(["set", "forty", "six", "percent"]) == nil)
  }

  @Test("A range has the sentences of the type number")
  func rangeForms() throws {
    let range = try CompiledGrammar(Grammar(phrases: [phrase("A", "level {0..999:n}")]))
    let number = try CompiledGrammar(Grammar(phrases: [phrase("A", "level {n}")], kinds: ["n": .number(0...999)]))
    let sentences = try #require(range.allSentences(limit: 10_000))
    let others = try #require(number.allSentences(limit: 10_000))
    #expect(Set(sentences) == Set(others))
    for sentence in sentences {
      #expect(range.match(sentence)?.slots.map(\.value) == number.match(sentence)?.slots.map(\.value), "\(sentence)")
    }
    #expect(range.match(WrittenText("level 105"))?.slots.map(\.value) == ["105"])
    #expect(range.grammar.firstUse(of: "a") != nil)
    #expect(range.grammar.firstUse(of: "and") != nil)
    let small = Grammar(phrases: [try phrase("A", "level {0..99:n}")])
    #expect(small.firstUse(of: "a") == nil)
  }

  @Test(
    "Numbers of a range may be spoken with an article, a conjunction or hundreds above ten",
    arguments: [
      ("a hundred", "100"), ("one hundred and five", "105"), ("a hundred five", "105"), ("a thousand", "1000"),
      ("a thousand and a hundred", "1100"), ("fifteen hundred and one", "1501"), ("two thousand and twenty one", "2021"),
      ("negative a hundred and two", "-102"), ("minus one", "-1"),
      ("a", nil), ("a hundred and", nil), ("twenty a hundred", nil), ("ten hundred", nil), ("a and five", nil),
    ] as [(String, String?)])
  func spokenNumbers(_ words: String, value: String?) throws {
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "level {-200..3000:n}")]))
    #expect(grammar.match(["level"] + words.split(separator: " ").map(String.init))?.slots.map(\.value) == value.map { [$0] })
  }

  @Test("Thousands of a range have an article and a conjunction only where they can be spoken")
  func largeRange() throws {
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "{0..1000000,1000:n} steps")]))
    func value(_ words: String) -> [String]? {
      grammar.match(words.split(separator: " ").map(String.init))?.slots.map(\.value)
    }
    #expect(value("a hundred and one thousand steps") == ["101000"])
    #expect(value("a hundred thousand steps") == ["100000"])
    #expect(value("one million steps") == ["1000000"])
    #expect(value("twenty a thousand steps") == nil)
    #expect(value("a hundred and thousand steps") == nil)
  }

  @Test("Two intents that share a sentence are rejected with the sentence and both locations")
  func ambiguous() throws {
    let grammar = Grammar(phrases: [try phrase("A", "[please] turn on [the] light"), try phrase("B", "turn on the (lamp|light)")])
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(grammar) }
    #expect(error?.code == .ambiguousPhrase)
    #expect(error?.reason.contains("turn on the light") == true)
    #expect(error?.reason.contains("x.yaml:3") == true)
    #expect(error?.location == .init(file: "x.yaml", line: 7))
  }

  @Test("All sentences that two intents share are reported together in the order of their lines, up to a limit")
  func allAmbiguous() throws {
    func phrase(_ intent: String, _ text: String, _ line: Int) throws -> Grammar.Phrase {
      .init(intent: intent, template: try Template(text), text: text, location: .init(file: "x.yaml", line: line))
    }
    func faults(_ phrases: [Grammar.Phrase]) throws -> [GrammarError] {
      let error = try #require(#expect(throws: GrammarError.self) { try CompiledGrammar(Grammar(phrases: phrases)) })
      return [error] + error.others
    }
    let two = try faults([
      phrase("A", "close it", 2), phrase("A", "open it", 3), phrase("B", "[please] close it", 9), phrase("C", "open it", 5),
    ])
    #expect(two.map(\.location?.line) == [5, 9])
    let lines = two[0].description.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("x.yaml:5: \"open it\"") && lines[1].hasPrefix("x.yaml:9: \"close it\""))
    let many = try (1...30).flatMap { line in
      try ["A", "B"].map { try phrase($0, "go \(String(repeating: "on ", count: line))", line) }
    }
    #expect(try faults(many).count == 20)
  }

  static let manyRanges = Array(repeating: "{0..9999:n}", count: 20).joined(separator: " ")

  @Test(
    "A part that cannot be compiled is rejected with its location",
    arguments: [
      ("{nothing} on", GrammarError.Code.unknownSlot), ("{empty} on", .emptyList), ("<nothing> on", .badRule),
      ("<loop>", .badRule),
      ("[maybe]", .emptyPhrase), ("(a;b;c;d;e;f;g)", .tooLarge),
      (manyRanges, .tooLarge),
    ])
  func faults(_ text: String, _ code: GrammarError.Code) throws {
    let grammar = Grammar(
      phrases: [try phrase("A", text)], lists: ["empty": []],
      rules: ["loop": .sequence([.rule("again")]), "again": .rule("loop")])
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(grammar) }
    #expect(error?.code == code)
    #expect(error?.location == .init(file: "x.yaml", line: 3))
  }

  @Test(
    "A phrase is understood without the parts that need a value of an empty list, and only a part that must be said removes it",
    arguments: [
      ("lights on [in the {room}]", ["lights on"]), ("lights on [<where>]", ["lights on"]), ("lights on <where>", []),
      ("lights (on|in the {room}|off)", ["lights on", "lights off"]), ("lights (<where>|<place>)", ["lights here"]),
      ("lights [<where>] <place>", ["lights here"]), ("(lights;<where>)", []),
      ("lights {lamp} [<any>]", ["lights lamp", "lights lamp here"]),
      ("lights {lamp} {room}", []),
    ] as [(String, [String])])
  func emptyLists(_ text: String, _ sentences: [String]) throws {
    let lamp = Grammar.Value(identifier: "lamp", spoken: [.literal("lamp")])
    let place = Template.word("here")
    let written = Grammar(
      phrases: [try phrase("A", text), try phrase("B", "stop")], lists: ["room": [], "lamp": [lamp]],
      rules: [
        "where": .sequence([.word("in"), .slot(name: "room", list: nil)]), "place": place,
        "any": .alternatives([.rule("where"), .rule("place")]),
      ])
    let compiled = try CompiledGrammar(written.removingUnfillablePhrases())
    #expect(compiled.allSentences(limit: 10)?.map { $0.joined(separator: " ") }.sorted() == (sentences + ["stop"]).sorted())
  }

  @Test("Without a value of an empty list, rules that cannot be compiled are still reported")
  func faultyRulesBesideEmptyLists() throws {
    let written = Grammar(
      phrases: [try phrase("A", "[{empty}] <loop>")], lists: ["empty": []],
      rules: ["loop": .sequence([.rule("again")]), "again": .rule("loop")])
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(written.removingUnfillablePhrases()) }
    #expect(error?.code == .badRule)
  }

  @Test(
    "A sentence continues a phrase if its first words are one, also within a phrase that is one word in the decoder",
    arguments: [
      ("order latte", false, true), ("order latte with milk", true, true), ("order latte with milk and sugar", true, false),
      ("order big", false, true), ("order big apple", true, false),
    ])
  func continuations(_ sentence: String, continuesAPhrase: Bool, mayGoOn: Bool) throws {
    let apple = Grammar.Value(
      identifier: "apple", spoken: [.literal("big apple")], pronunciations: ["big apple": ["B", "IH", "G"]])
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: [phrase("A", "order latte [with milk [and sugar]]"), phrase("B", "order {fruit}"), phrase("C", "order big")],
        lists: ["fruit": [apple]]))
    let words = sentence.split(separator: " ").map(String.init)
    #expect(grammar.continuesAPhrase(words) == continuesAPhrase)
    #expect(grammar.goesOn(after: words) == mayGoOn)
  }

  @Test(
    "Words of a polite request around a sentence are skipped if the whole of it is not a phrase",
    arguments: [
      ("turn on the light", "on: "), ("please turn on the light", "on: "), ("could you please turn on the light", "on: "),
      ("turn on the light please", "on: "), ("can you turn on the light thank you", "on: "),
      ("tell them thank you", "tell: thank you"), ("please tell them thank you", "tell: thank you"),
      ("please wait", "wait: "), ("could you please wait", "wait: "),
      ("please", nil), ("thank you", nil), ("wait", nil), ("turn on please the light", nil), ("don't turn on the light", nil),
    ] as [(String, String?)])
  func skipWords(_ sentence: String, meaning: String?) throws {
    var source = Grammar(
      phrases: try [phrase("on", "turn on the light"), phrase("wait", "please wait"), phrase("tell", "tell them {text}")],
      kinds: ["text": .text])
    source.skipWords = .polite
    let grammar = try CompiledGrammar(source)
    func found(_ match: MatchedPhrase?) -> String? { match.map { "\($0.intent): \($0.slots.map(\.value).joined())" } }
    #expect(found(grammar.match(sentence.split(separator: " ").map(String.init))) == meaning)
    #expect(found(grammar.match(WrittenText(sentence))) == meaning)
    #expect(grammar.spokenWords.isSuperset(of: ["please", "could", "thanks"]))
  }

  @Test("Words around sentences that cannot be spoken are removed, and sentences are listed without them")
  func unknownSkipWords() throws {
    var source = Grammar(phrases: [try phrase("on", "turn on the light")])
    source.skipWords = .polite
    let grammar = try CompiledGrammar(source.removingNames(using: ["please", "thank"]).grammar)
    #expect(grammar.match(["please", "turn", "on", "the", "light"]) == nil)
    #expect(grammar.match(["could", "you", "turn", "on", "the", "light", "thanks"])?.intent == "on")
    #expect(grammar.allSentences(limit: 10) == [["turn", "on", "the", "light"]])
  }

  @Test("A grammar with more sentences than the limit has no list of them")
  func sentenceLimit() throws {
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "{0..99:n} apples")]))
    #expect(grammar.allSentences(limit: 99) == nil)
    #expect(grammar.allSentences(limit: 100)?.count == 100)
  }

  @Test("Parts shared by phrases are in the graph once, and the sentences stay the same")
  func minimalGraph() throws {
    let phrases = ["open the (red|green) door", "shut the (red|green) door", "please lock the (red|green) door"]
    let grammar = try CompiledGrammar(Grammar(phrases: phrases.map { try phrase("A", $0) }))
    let sentences = try #require(grammar.allSentences(limit: 10))
    #expect(Set(sentences.map { $0.joined(separator: " ") }).count == 6)
    #expect(sentences.contains(["please", "lock", "the", "green", "door"]))
    // Six states between words, and the final state.
    #expect(grammar.wordGraph().stateCount == 7)
    #expect(grammar.wordGraph().arcs.count == 9)
  }

  @Test("The decoder accepts a command with or without a wake phrase before it, and nothing after it")
  func wakeGraph() throws {
    let grammar = try CompiledGrammar(Grammar(phrases: [phrase("A", "go")]))
    let graph = grammar.wordGraph(after: [["hey", "you"]])
    func accepts(_ words: [String]) -> Bool {
      var states: Set<Int> = [graph.start]
      func close() {
        while true {
          let reached = graph.arcs.filter { states.contains($0.from) && $0.word == nil && !states.contains($0.to) }.map(\.to)
          if reached.isEmpty { return }
          states.formUnion(reached)
        }
      }
      close()
      for word in words {
        states = Set(graph.arcs.filter { states.contains($0.from) && $0.word == word }.map(\.to))
        close()
      }
      return states.contains(graph.final)
    }
    #expect(accepts(["hey", "you", "go"]))
    #expect(accepts(["hey", "you"]))
    #expect(accepts(["go"]))
    #expect(!accepts([]))
    #expect(!accepts(["hey", "go"]))
  }
}

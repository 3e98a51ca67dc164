import Testing
import VocativeUnderstanding

@Suite("Templates")
struct TemplateTests {
  private func sentences(_ template: String, rules: [String: String] = [:], lists: [String: [String]] = [:]) throws -> Set<String>
  {
    var templates: [String: Template] = [:]
    for (name, text) in rules { templates[name] = try Template(text) }
    let grammar = Grammar(
      phrases: [.init(intent: "A", template: try Template(template), text: template)],
      lists: lists.mapValues { $0.map { .init(identifier: $0, spoken: [.literal($0)]) } }, rules: templates)
    let all = try CompiledGrammar(grammar).allSentences(limit: 1000)
    return Set(try #require(all).map { $0.joined(separator: " ") })
  }

  @Test("Brackets of every kind mean what they mean in hassil")
  func syntax() throws {
    #expect(try sentences("turn on") == ["turn on"])
    #expect(try sentences("turn [the] light") == ["turn light", "turn the light"])
    #expect(try sentences("(turn on|switch off) light") == ["turn on light", "switch off light"])
    #expect(try sentences("[a|an] apple") == ["apple", "a apple", "an apple"])
    #expect(try sentences("(red;green) light") == ["red green light", "green red light"])
    #expect(try sentences("light[s] on") == ["light on", "lights on"])
    #expect(try sentences("turn(s|ed) on") == ["turns on", "turned on"])
    #expect(try sentences("i'd [like ]to go") == ["i'd like to go", "i'd to go"])
    #expect(try sentences("<polite> go", rules: ["polite": "[please]"]) == ["go", "please go"])
    #expect(
      try sentences("{room} light", lists: ["room": ["kitchen", "living room"]]) == ["kitchen light", "living room light"])
    #expect(try sentences("{room:where} light", lists: ["room": ["kitchen"]]) == ["kitchen light"])
    #expect(try sentences("{0..20,10:level} percent") == ["zero percent", "ten percent", "twenty percent"])
    #expect(try sentences(#"fifty\{fifty\}"#) == ["fifty fifty"])
    #expect(try sentences("(a|b|[c]) d") == ["a d", "b d", "c d", "d"])
  }

  @Test("Text adjacent to a slot or a rule is separated from it if possible")
  func joined() throws {
    let lists = ["room": ["kitchen"]]
    #expect(try sentences("{0..20,20:level}[([ ]%)| percent]", lists: lists).count == 4)
    #expect(try sentences("{0..9,9:n}( |-)hour[s]") == ["zero hour", "zero hours", "nine hour", "nine hours"])
    #expect(try sentences("{9..9:n}[[ ](k|kelvin)]") == ["nine", "nine k", "nine kelvin"])
    #expect(
      try sentences("[<the> ]{room}", rules: ["the": "(the|my)"], lists: lists) == ["kitchen", "the kitchen", "my kitchen"])
    #expect(try sentences("mow [[<the> ]lawn]", rules: ["the": "the"]) == ["mow", "mow lawn", "mow the lawn"])
    #expect(throws: TemplateError.self) { try Template("{room}s") }
    #expect(throws: TemplateError.self) { try Template("[<the>]lawn") }
  }

  @Test("Three parts in any order give all six orders")
  func permutation() throws {
    #expect(try sentences("([big];[red];[old]) car").count == 16)
  }

  @Test(
    "An invalid template is rejected with the reason and the position",
    arguments: [
      ("turn (on", "no \")\"", 6), ("turn on)", "no opening bracket", 8), ("[a|b;c]", "same brackets", 5),
      ("{}", "without a name", 1),
      ("{room", "no \"}\"", 1), ("<>", "without a name", 1), ("{0..10}", "has no slot", 1), ("{10..0:x}", "empty", 1),
      ("{0..10000:x}", "more than 10,000", 1), ("{-9223372036854775808..9223372036854775807:x}", "more than 10,000", 1),
      ("{0.5..1:x}", "needs a step, as in {0.5..1,0.5:slot}", 1), ("{1..0.5,0.5:x}", "is empty", 1),
      ("{0..1,0.001:x}", "more than two decimals", 1),
      ("{0..1,0.0:x}", "is empty", 1), ("{0.5..1,0.5}", "has no slot", 1),
      ("{a..b:x}", "not a range", 1), ("light{room}", "be separate", 6), ("a;b", "outside brackets", 2),
      ("{room}s", "be separate", 7), ("turn {room}s on", "be separate", 12), ("[a] light<rule> b", "be separate", 10),
      ("[<the>]lawn", "be separate", 8),
    ])
  func faults(_ template: String, _ reason: String, _ column: Int) throws {
    let error = #expect(throws: TemplateError.self) { try Template(template) }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.column == column)
  }

  @Test("A word with too many forms for memory is rejected before they are expanded")
  func joinedForms() {
    let half = String(repeating: "[a]", count: 8) + "(" + Array(repeating: "b", count: 100_000).joined(separator: "|") + ")"
    let error = #expect(throws: TemplateError.self) { try Template(half) }
    #expect(error?.reason.contains("more than 256 forms") == true)
  }

  @Test("Deeply nested brackets are rejected without exhausting the stack")
  func nesting() {
    #expect(throws: TemplateError.self) { try Template(String(repeating: "[", count: 100_000)) }
    #expect(throws: TemplateError.self) { try Template(String(repeating: "(a", count: 40) + String(repeating: ")", count: 40)) }
  }

  @Test("A limit is reported where it is exceeded")
  func limits() {
    let forms = "go " + String(repeating: "(a|b)", count: 9) + " now"
    let error = #expect(throws: TemplateError.self) { try Template(forms) }
    #expect(error?.reason == "a word with more than 256 forms")
    #expect(error?.column == 4)
    let nested = String(repeating: "[", count: 33) + "a" + String(repeating: "]", count: 33)
    let tooDeep = #expect(throws: TemplateError.self) { try Template(nested) }
    #expect(tooDeep?.reason.hasPrefix("more than 32 brackets") == true)
    #expect(tooDeep?.column == 33)
  }

  @Test("Brackets may be nested 32 deep")
  func deepestNesting() throws {
    #expect(try sentences(String(repeating: "(", count: 32) + "a" + String(repeating: ")", count: 32)) == ["a"])
  }

  @Test("A word with too many forms is rejected")
  func forms() {
    #expect(throws: TemplateError.self) { try Template(String(repeating: "(a|b)", count: 30)) }
  }
}

@Suite("Spoken text")
struct SpokenTextTests {
  @Test(
    "Text is converted to spoken words",
    arguments: [
      ("🏖 Summer Vacation", "summer vacation"), ("Café & Bar, No. 5", "cafe and bar no five"), ("What's up?", "what's up"),
      ("100%", "one hundred percent"), ("top-10 list", "top ten list"), ("2026", "two thousand twenty six"),
      ("R2D2", "r two d two"),
      ("'quoted'", "quoted"), ("", ""), ("🎉", ""), ("don’t", "don't"),
      ("10.5 degrees", "ten point five degrees"), ("20°", "twenty degrees"), ("12.50", "twelve fifty"),
      ("the 90s", "the nineties"), ("50's music", "fifties music"), ("Hits of the 1980s", "hits of the nineteen eighties"),
      ("8 oclock", "eight o'clock"),
    ])
  func words(_ text: String, _ spoken: String) {
    #expect(SpokenText.words(of: text).joined(separator: " ") == spoken)
  }

  @Test(
    "Numbers are spelled as they are spoken",
    arguments: [
      (0, "zero"), (7, "seven"), (13, "thirteen"), (20, "twenty"), (45, "forty five"), (100, "one hundred"),
      (105, "one hundred five"), (1240, "one thousand two hundred forty"), (1_000_000, "one million"), (-3, "minus three"),
    ])
  func numbers(_ number: Int, _ spoken: String) {
    #expect(SpokenNumber.words(number).joined(separator: " ") == spoken)
  }
}

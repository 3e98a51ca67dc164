import Testing
import VocativeUnderstanding

@Suite("A wake phrase before a typed text")
struct TypedWakePhraseTests {
  private let grammar: CompiledGrammar

  init() throws {
    let phrases = ["computer score", "garden light on", "score", "note {text}", "{text} is nice", "hey you"]
    let kinds: [String: SpokenKind] = ["text": .text]
    var written = Grammar(phrases: try phrases.map { .init(intent: $0, template: try Template($0), text: $0) }, kinds: kinds)
    written.skipWords = .polite
    grammar = try CompiledGrammar(written)
  }

  @Test(
    "The longest wake phrase comes first, and a command may begin with the words of one",
    arguments: [
      ("computer score", "computer score", ""), ("computer computer score", "computer score", ""),
      ("computer, score", "computer score", ""),
      ("hey garden garden light on", "garden light on", ""), ("hey garden light on", "garden light on", ""),
      ("Hey, score!", "score", ""), ("hey garden score", "score", ""), ("hey you", "hey you", ""),
      ("garden light on", "garden light on", ""),
      ("computer please score", "score", ""), ("hey garden is nice", "{text} is nice", "garden"),
      ("hey note 5.50", "note {text}", "5.50"), ("note that", "note {text}", "that"), ("note is nice", "{text} is nice", "note"),
      ("computer hey", nil, nil), ("light on", nil, nil),
    ] as [(String, String?, String?)])
  func commands(_ typed: String, _ phrase: String?, _ text: String?) {
    let understanding = grammar.understanding(
      ofText: typed, after: [["computer"], ["hey"], ["hey", "garden"], ["note"]])
    guard case .phrase(let match, _) = understanding else {
      #expect(phrase == nil, "\(understanding)")
      return
    }
    #expect(match.phrase == phrase)
    #expect(match.slots.map(\.value).joined() == text)
  }

  @Test("The words of a command do not have the wake phrase, and a wake phrase alone has no words")
  func words() {
    let wakePhrases = [["hey"], ["hey", "garden"]]
    guard case .phrase(_, let words) = grammar.understanding(ofText: "hey garden score", after: wakePhrases) else {
      Issue.record("the text was not understood")
      return
    }
    #expect(words == ["score"])
    for typed in ["hey", "Hey garden!", "…"] {
      #expect(grammar.understanding(ofText: typed, after: wakePhrases) == .noWords, "\(typed)")
    }
    #expect(grammar.understanding(ofText: "hey hey", after: wakePhrases) == .noPhrase(reason: nil))
  }
}

import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Limits of grammars", .tags(.long))
struct GrammarLimitTests {
  /// Grammars that would exhaust memory or time.
  enum Exhausting: CaseIterable {
    /// Each state represents thousands of positions in the phrase.
    case optionals
    /// A million parts without states.
    case emptyRules
    case words
    case steps

    /// The exceeded limit.
    var limit: String {
      switch self {
      case .optionals: "4000000 places"
      case .emptyRules: "1000000 parts"
      case .words: "20000 different words"
      case .steps: "200000 states"
      }
    }

    var text: String {
      switch self {
      case .optionals: return "go" + String(repeating: " [a]", count: 30_000)
      case .emptyRules: return "go" + String(repeating: " <a>", count: 16)
      case .steps: return String(repeating: "a ", count: 200_001)
      case .words:
        var words: [String] = []
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for first in letters {
          for second in letters {
            for third in letters { words += ["q\(first)\(second)\(third)", "z\(first)\(second)\(third)"] }
          }
        }
        return "(" + words.joined(separator: "|") + ")"
      }
    }
  }

  @Test("A grammar that would exhaust memory or time is rejected with a remedy", arguments: Exhausting.allCases)
  func tooLarge(_ kind: Exhausting) throws {
    var rules: [String: Template] = ["f": .sequence([])]
    for (name, next) in zip("abcde", "bcdef") {
      rules[String(name)] = try Template(Array(repeating: "<\(next)>", count: 16).joined(separator: " "))
    }
    let error = #expect(throws: GrammarError.self) {
      try CompiledGrammar(
        Grammar(
          phrases: [.init(intent: "A", template: Template(kind.text), text: kind.text, location: .init(file: "x.yaml", line: 3))],
          rules: rules))
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.reason.contains("use ") == true)
    #expect(error?.reason.contains(kind.limit) == true, "\(String(describing: error))")
  }
}

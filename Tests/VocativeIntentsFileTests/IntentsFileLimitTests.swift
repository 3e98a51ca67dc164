import Foundation
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport
import VocativeUnderstanding

/// Files that try to exhaust memory or time: each is rejected with a message and a line.
@Suite("Limits of intents files", .timeLimit(.minutes(10)))
struct IntentsFileLimitTests {
  private static let aliases = "the file has more than 32 aliases (*name); write some of them out"

  private func fault(_ text: String) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "big.intents.yaml")
    let error = #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: path) }
    return error?.description.replacing(folder.path + "/", with: "") ?? ""
  }

  @Test("A file of more than 4 MiB is rejected")
  func size() throws {
    #expect(try fault(String(repeating: "# filler\n", count: 500_000)).contains("larger than 4 MiB"))
    #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: "/dev/zero") }
  }

  @Test("A file with more than 10,000 phrases is rejected at the first excess phrase")
  func phrases() throws {
    let phrases = (0...10_000).map { "    - p \($0)\n" }.joined()
    let fault = try fault("intents:\n  A:\n    response: b\n    phrases:\n\(phrases)")
    #expect(fault.hasPrefix("big.intents.yaml:10005: the file has more than 10000 phrases"), "\(fault.prefix(200))")
  }

  @Test("A file with more than 20,000 values is rejected at the first excess value")
  func values() throws {
    let values = (0...20_000).map { "    - v \($0)\n" }.joined()
    let fault = try fault("intents: { A: { phrases: ['{l}'], response: b } }\nlists:\n  l:\n\(values)")
    #expect(fault.hasPrefix("big.intents.yaml:20004: the lists have more than 20000 values"), "\(fault.prefix(200))")
  }

  @Test("An intent with more than 100 declared parameters is rejected at the first excess one")
  func declaredParameters() throws {
    let declared = (0..<300).map { "      p\($0): { type: day, prompt: \"Which day?\" }\n" }.joined()
    let fault = try fault("intents:\n  A:\n    response: b\n    phrases: [go]\n    parameters:\n\(declared)")
    #expect(fault == "big.intents.yaml:106: {p100} is one parameter too many; the maximum is 100")
  }

  @Test("An intent with more than 100 parameters is rejected")
  func parameters() throws {
    let phrase = (0...100).map { "{0..9:p\($0)}" }.joined(separator: " ")
    let fault = try fault("intents:\n  A: { response: b, phrases: ['\(phrase)'] }\n")
    #expect(fault == "big.intents.yaml:2: {p100} is one parameter too many; the maximum is 100")
  }

  @Test("Rules that reference each other twice, forty levels deep, are rejected immediately")
  func doublingRules() throws {
    let rules = (0..<40).map { "  r\($0): '<r\($0 + 1)> <r\($0 + 1)>'\n" }.joined()
    let folder = try TemporaryFolder()
    let text = "intents:\n  A: { response: b, phrases: ['go <r0>'] }\nrules:\n\(rules)  r40: '[please]'\n"
    let contents = try IntentsFile.contents(path: folder.write(text, to: "big.intents.yaml"))
    let grammar = Grammar(phrases: contents.intents.flatMap(\.phrases), rules: contents.rules)
    let error = #expect(throws: GrammarError.self) { try CompiledGrammar(grammar) }
    #expect(error?.code == .tooLarge)
  }

  @Test("Deeply nested YAML and recursive aliases are rejected immediately")
  func nesting() throws {
    #expect(try fault("intents: " + String(repeating: "[", count: 100_000)).contains("YAML"))
    let aliases = (1..<40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    for end in ["intents: *a39\n", "? *a39\n: x\n? *a39\n: y\n"] {
      #expect(try fault("a0: &a0 [x]\n\(aliases)\(end)") == "big.intents.yaml:18: \(Self.aliases)")
    }
  }

  @Test(
    "A star in a comment or before a space is not an alias, and one after a quotation mark on such a line may be",
    arguments: [
      ("#  * plant\n", nil), ("#  *plant *tree\n", nil), ("x: y # *plant\n", nil), ("x: 2 * 3\n", nil),
      ("[\"a\n # \", *a]\n", 66), ("# \u{2028}*a\n", 33), ("#\r*a\n", 33),
    ] as [(String, Int?)])
  func stars(text: String, line: Int?) throws {
    let fault = try fault(String(repeating: text, count: 33))
    #expect(fault.hasPrefix("big.intents.yaml:\(line ?? 0): \(Self.aliases)") == (line != nil), "\(fault)")
    #expect(fault.contains(Self.aliases) == (line != nil), "\(fault)")
  }
}

import AssistantTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("The documentation")
struct DocumentationTests {
  private static let catalogue = "Sources/Vocative/Vocative.docc"

  private static let documents: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Repository.path(catalogue))) ?? []
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".github/SECURITY.md"]
      + files.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" }
  }()

  private static func text(of document: String) throws -> String {
    try String(contentsOfFile: Repository.path(document), encoding: .utf8)
  }

  /// Returns the text of every file with tests.
  private static func testSources() throws -> [String] {
    let folder = Repository.path("Tests")
    let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    return try files.filter { $0.hasSuffix(".swift") }.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
  }

  /// Returns the first code block in a language.
  private static func code(_ language: String, of document: String) throws -> String {
    let blocks = try text(of: document).components(separatedBy: "\n```")
    let block = try #require(blocks.first { $0.hasPrefix("\(language)\n") })
    return String(block.dropFirst(language.count + 1)) + "\n"
  }

  /// Returns a text without code blocks and inline code.
  private static func prose(of text: String) -> String {
    text.replacing(#/(?ms)^```.*?^```/#, with: "").replacing(#/`[^`\n]*`/#) { $0.output.replacing("(", with: "") }
  }

  /// Returns the anchors of the headings of a text.
  private static func anchors(of text: String) -> Set<String> {
    let headings = prose(of: text).matches(of: #/(?m)^#+ (.*)$/#).map { $0.1.lowercased() }
    return Set(headings.map { $0.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-") })
  }

  @Test("Every link between documents leads to an existing file and heading", arguments: documents)
  func links(document: String) throws {
    let file = URL(fileURLWithPath: Repository.path(document))
    for match in Self.prose(of: try Self.text(of: document)).matches(of: #/\]\(([^)\s:#]*)(?:#([^)\s]+))?\)/#) {
      let target = match.1.isEmpty ? file : file.deletingLastPathComponent().appendingPathComponent(String(match.1))
      guard FileManager.default.fileExists(atPath: target.standardizedFileURL.path) else {
        Issue.record("\(document): there is no \(match.1)")
        continue
      }
      guard let anchor = match.2 else { continue }
      let anchors = Self.anchors(of: try String(contentsOf: target.standardizedFileURL, encoding: .utf8))
      #expect(anchors.contains(String(anchor)), "\(document): \(match.0)")
    }
  }

  @Test("Every permission in the table of Security names a test that exists")
  func permissions() throws {
    let text = try Self.text(of: "\(Self.catalogue)/Security.md")
    let section = try #require(
      text.components(separatedBy: "\n### Tests\n").dropFirst().first?.components(separatedBy: "\n## ").first)
    let items = section.matches(of: #/(?m)^(\d+)\. (.*(?:\n +.*)*)/#)
    #expect(!items.isEmpty)
    #expect(items.map { Int($0.1) } == items.indices.map { $0 + 1 })
    let tests = try Self.testSources().joined(separator: "\n")
    for item in items {
      let titles = item.2.replacing(#/\n +/#, with: " ").matches(of: #/"[^"]+"/#).map(\.output)
      #expect(!titles.isEmpty, "\(item.0)")
      for title in titles { #expect(tests.contains(title), "there is no test \(title)") }
    }
    let cells = try #require(text.components(separatedBy: "\n| party |").dropFirst().first?.components(separatedBy: "\n\n").first)
      .split(separator: "\n").dropFirst(2).flatMap { $0.split(separator: "|").dropFirst() }
    #expect(cells.count > 40)
    for cell in cells where !cell.contains("the same") {
      let numbers = try #require(cell.firstMatch(of: #/\((\d+(?:, \d+)*)\)/#), "\(cell)").1.split(separator: ", ").compactMap {
        Int($0)
      }
      #expect(numbers.allSatisfy { items.indices.contains($0 - 1) }, "\(cell)")
    }
  }

  @Test("Every row of the article about capabilities names tests that exist, with their suites")
  func capabilities() throws {
    let lines = try Self.text(of: "\(Self.catalogue)/Capabilities.md").split(separator: "\n").filter { $0.hasPrefix("|") }
    let rows = lines.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { $0.first != "capability" && $0.first != "---" }
    #expect(rows.count > 30)
    let sources = try Self.testSources()
    for row in rows {
      let shown = row.count > 2 ? row[2] : ""
      let suites = shown.matches(of: #/(?:^|\. )([^"]+?): "/#).map { String($0.1) }
      #expect(!suites.isEmpty, "\(row)")
      for suite in suites { #expect(sources.contains { $0.contains("\"\(suite)\"") }, "there is no suite \(suite)") }
      for title in shown.matches(of: #/"(?:[^"\\]|\\.)*"/#).map(\.output) {
        #expect(sources.contains { $0.contains(title) }, "there is no test \(title)")
      }
    }
  }

  @Test("The README has at most 200 lines")
  func length() throws {
    #expect(try Self.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test("The intents file in the README works as described")
  func intentsFile() async throws {
    let yaml = try Self.code("yaml", of: "README.md")
    let folder = try TemporaryFolder()
    let assistant = try AskedAssistant(IntentsFile.load(path: try folder.write(yaml, to: "house.intents.yaml")))
    #expect(try await assistant.dialog(for: "switch on the lamp") == "The lamp is on now.")
    #expect(
      try await assistant.dialogs(for: "set the heating", "twenty", "yes") == [
        "How many degrees?", "Really 20 degrees?", "The heating is set to 20 degrees.",
      ])
    #expect(try Self.text(of: "README.md").contains("\"switch on the lamp\" \"set the heating\" twenty yes"))
  }

  @Test("The complete example of the intents file reference can be loaded")
  func reference() async throws {
    let yaml = try Self.code("yaml", of: "\(Self.catalogue)/IntentsFile.md")
    let folder = try TemporaryFolder()
    let assistant = try AskedAssistant(IntentsFile.load(path: try folder.write(yaml, to: "home.intents.yaml")))
    #expect(try await assistant.dialog(for: "how is my big apple goal") == "You asked about new york.")
  }
}

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
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      + files.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" }
  }()

  private static func text(of document: String) throws -> String {
    try String(contentsOfFile: Repository.path(document), encoding: .utf8)
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

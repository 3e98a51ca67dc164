import Foundation

/// The examples in the documentation, for tests.
public struct Documentation: Sendable {
  /// A fenced block, or one indented by four spaces.
  public struct Block: Sendable, CustomStringConvertible {
    /// The language of the fence; empty if there is none.
    public let language: String
    /// Its lines.
    public let lines: [String]
    /// The location of its start: `README.md:12`.
    public let place: String
    /// The earlier blocks of the same page.
    public let index: Int

    /// The location of its start.
    public var description: String { place }
  }

  /// The spoken examples in a row of a table.
  public struct Sayings: Sendable, CustomStringConvertible {
    /// The words of the preceding headings, in lower case.
    public let headings: [String]
    /// The quoted examples, each with the text before it.
    public let sayings: [(before: String, text: String)]
    /// The location: `README.md:12`.
    public let place: String

    /// The location.
    public var description: String { place }
  }

  /// The blocks of every page.
  public private(set) var pages: [[Block]] = []
  /// Every table row whose first column has the heading "say".
  public private(set) var sayings: [Sayings] = []

  /// The README and the existing articles.
  public static let ours: Documentation = {
    let catalogue = Repository.path("Sources/Vocative/Vocative.docc")
    let articles = (FileManager.default.subpaths(atPath: catalogue) ?? []).filter { $0.hasSuffix(".md") }.sorted()
    return Documentation(
      pages: ["README.md"].map { (name: $0, path: Repository.path($0)) } + articles.map { (name: $0, path: "\(catalogue)/\($0)") }
    )
  }()

  /// Creates documentation from named files.
  public init(pages: [(name: String, path: String)]) {
    for (name, path) in pages {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      read(text, of: name)
    }
  }

  private mutating func read(_ text: String, of name: String) {
    var blocks: [Block] = []
    var open: (language: String, lines: [String], line: Int)?
    var headings: [(level: Int, text: String)] = []
    var isSaying = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(Block(language: block.language, lines: block.lines, place: "\(name):\(block.line)", index: blocks.count))
          open = nil
        } else {
          open = (line.dropFirst(3).trimmingCharacters(in: .whitespaces), [], index + 1)
        }
        continue
      }
      if open != nil {
        open?.lines.append(line)
        continue
      }
      if line.hasPrefix("    "), line.contains("vocative ") {
        let command = line.trimmingCharacters(in: .whitespaces)
        blocks.append(Block(language: "", lines: [command], place: "\(name):\(index + 1)", index: blocks.count))
      }
      if let heading = line.wholeMatch(of: #/(#+)\s+(.*)/#) {
        headings.removeAll { $0.level >= heading.1.count }
        headings.append((heading.1.count, heading.2.lowercased()))
      }
      guard line.hasPrefix("|") else {
        isSaying = false
        continue
      }
      let cell = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().first ?? ""
      if cell.trimmingCharacters(in: .whitespaces).lowercased() == "say" { isSaying = true }
      let said = Self.quotations(in: String(cell))
      guard isSaying, !said.isEmpty else { continue }
      sayings.append(Sayings(headings: headings.map(\.text), sayings: said, place: "\(name):\(index + 1)"))
    }
    pages.append(blocks)
  }

  private static func quotations(in text: String) -> [(before: String, text: String)] {
    var end = text.startIndex
    return text.matches(of: #/["“]([^"”]+)["”]/#).map { match in
      defer { end = match.range.upperBound }
      return (String(text[end..<match.range.lowerBound]), String(match.1))
    }
  }
}

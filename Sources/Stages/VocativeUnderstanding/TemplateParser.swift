/// A syntax error in a template and its position.
public struct TemplateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason and the remedy.
  public let reason: String
  /// The position in the template, counted from 1.
  public let column: Int

  /// The reason and the position.
  public var description: String { "\(reason) (character \(column) of the template)" }
}

extension Template {
  /// Parses a template in hassil's syntax.
  ///
  /// - Throws: `TemplateError` if brackets do not match, a name is missing, or nesting is too deep.
  public init(_ text: String) throws(TemplateError) {
    var parser = TemplateParser(text)
    self = try parser.parse()
  }
}

/// Parses templates.
///
/// Adjacent groups without a space between them, as in `light[s]`, are parts of one word.
struct TemplateParser {
  /// An element of a template and its position, before adjacent elements are joined.
  private struct Item {
    enum Content {
      case text(String)
      case space
      case group(Group)
      case reference(Template)
    }

    let content: Content
    let column: Int

    var isSpace: Bool { if case .space = content { true } else { false } }
  }

  private struct Group {
    var isOptional: Bool
    var isPermutation = false
    var branches: [[Item]] = [[]]
  }

  private static let maxNesting = 32
  private static let maxJoinedForms = 256

  private let characters: [Character]
  private var position = 0
  private var depth = 0

  init(_ text: String) {
    characters = Array(text)
  }

  mutating func parse() throws(TemplateError) -> Template {
    let group = try branches(until: nil)
    guard position == characters.count else { throw error("unexpected \"\(characters[position])\"") }
    return try template(of: group)
  }

  // MARK: Reading

  private mutating func branches(until close: Character?) throws(TemplateError) -> Group {
    let opened = position
    depth += 1
    defer { depth -= 1 }
    // The whole template is parsed as a group without brackets.
    guard depth <= Self.maxNesting + 1 else {
      throw TemplateError(reason: "more than \(Self.maxNesting) brackets inside one another", column: opened)
    }
    var group = Group(isOptional: close == "]")
    var separator: Character?
    while position < characters.count {
      let character = characters[position]
      switch character {
      case ")", "]":
        guard character == close else {
          throw error(close.map { "expected \"\($0)\" and found \"\(character)\"" } ?? "\"\(character)\" has no opening bracket")
        }
        position += 1
        return group
      case "|", ";":
        guard separator == nil || separator == character else { throw error("\"|\" and \";\" in the same brackets") }
        guard character == "|" || close != nil else { throw error("\";\" outside brackets; write \"\\;\" for the character") }
        separator = character
        group.isPermutation = character == ";"
        group.branches.append([])
        position += 1
      default:
        let column = position + 1
        group.branches[group.branches.count - 1].append(Item(content: try content(), column: column))
      }
    }
    guard let close else { return group }
    throw TemplateError(reason: "no \"\(close)\" for the bracket opened here", column: opened)
  }

  private mutating func content() throws(TemplateError) -> Item.Content {
    let character = characters[position]
    switch character {
    case "(":
      position += 1
      return .group(try branches(until: ")"))
    case "[":
      position += 1
      return .group(try branches(until: "]"))
    case "{":
      return .reference(try slot())
    case "<":
      let name = try enclosed(until: ">", what: "rule")
      return .reference(.rule(name))
    case "}", ">":
      throw error("\"\(character)\" has no opening bracket; write \"\\\(character)\" for the character")
    case _ where character.isWhitespace:
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      return .space
    default:
      return .text(plainText())
    }
  }

  private mutating func plainText() -> String {
    var text = ""
    while position < characters.count {
      let character = characters[position]
      if character == "\\", position + 1 < characters.count {
        text.append(characters[position + 1])
        position += 2
        continue
      }
      if character.isWhitespace || "()[]{}<>|;".contains(character) { break }
      text.append(character)
      position += 1
    }
    return text
  }

  private mutating func enclosed(until close: Character, what: String) throws(TemplateError) -> String {
    let opened = position
    position += 1
    guard let end = characters[position...].firstIndex(of: close) else {
      throw TemplateError(reason: "no \"\(close)\" for the \(what) opened here", column: opened + 1)
    }
    let name = String(characters[position..<end]).trimmed
    guard !name.isEmpty else { throw TemplateError(reason: "a \(what) without a name", column: opened + 1) }
    position = end + 1
    return name
  }

  private mutating func slot() throws(TemplateError) -> Template {
    let opened = position + 1
    let content = try enclosed(until: "}", what: "slot")
    let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard parts.allSatisfy({ !$0.isEmpty }) else { throw TemplateError(reason: "a slot without a name", column: opened) }
    guard content.contains("..") else {
      return parts.count == 2 ? .slot(name: parts[1], list: parts[0]) : .slot(name: parts[0], list: nil)
    }
    guard let match = parts[0].wholeMatch(of: #/(-?[\d.]*\d)\s*\.\.\s*(-?[\d.]*\d)\s*(?:,\s*([\d.]*\d))?/#) else {
      throw TemplateError(
        reason: "\"\(parts[0])\" is not a range; write {0..100:slot}, {0..100,5:slot} or {0..100,0.5:slot}", column: opened)
    }
    guard parts.count == 2 else {
      throw TemplateError(reason: "the range \"\(parts[0])\" has no slot; write {\(parts[0]):slot}", column: opened)
    }
    guard let from = Int(match.1), let through = Int(match.2), let step = match.3.map({ Int($0) }) ?? 1 else {
      let range = try decimals(match.1, match.2, step: match.3, of: parts[0], column: opened)
      return .decimals(range, slot: parts[1])
    }
    let (span, overflows) = through.subtractingReportingOverflow(from)
    guard step > 0, from <= through, !overflows, span / step < 10_000 else {
      throw TemplateError(reason: "the range \"\(parts[0])\" is empty or has more than 10,000 numbers", column: opened)
    }
    return .range(.init(from: from, through: through, step: step), slot: parts[1])
  }

  private func decimals(
    _ from: Substring, _ through: Substring, step: Substring?, of range: String, column: Int
  ) throws(TemplateError) -> DecimalRange {
    guard let step else {
      throw TemplateError(reason: "the range \"\(range)\" needs a step, as in {\(range),0.5:slot}", column: column)
    }
    guard let from = DecimalNumber(from), let through = DecimalNumber(through), let step = DecimalNumber(step),
      let decimals = DecimalRange(from: from, through: through, step: step)
    else {
      throw TemplateError(
        reason: "the range \"\(range)\" is empty, or has a number with more than two decimals or above 999,999", column: column)
    }
    return decimals
  }

  private func error(_ reason: String) -> TemplateError { TemplateError(reason: reason, column: position + 1) }

  // MARK: Joining

  private func template(of group: Group) throws(TemplateError) -> Template {
    var branches: [Template] = []
    for branch in group.branches { branches.append(try template(of: branch)) }
    let whole: Template =
      branches.count == 1 ? branches[0] : group.isPermutation ? .permutation(branches) : .alternatives(branches)
    return group.isOptional ? .optional(whole) : whole
  }

  private func template(of items: [Item]) throws(TemplateError) -> Template {
    var parts: [Template] = []
    for cluster in clusters(of: items) {
      if let only = cluster.first, cluster.count == 1 {
        switch only.content {
        case .text(let text): parts += SpokenText.words(of: text).map(Template.word)
        case .group(let group): parts.append(try template(of: group))
        case .reference(let reference): parts.append(reference)
        case .space: break
        }
      } else {
        parts += try joined(cluster)
      }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Joins elements without a space between them: the forms of one word, or slots and rules with adjacent text.
  private func joined(_ items: [Item]) throws(TemplateError) -> [Template] {
    var parts: [Template] = []
    var run = Run()
    for item in items {
      switch item.content {
      case .reference(let reference):
        run.nextColumn = item.column
        parts += try forms(of: run) + [reference]
        run = Run(beginsApart: false)
      case .group(let group) where try forms(of: [item]) == nil:
        // Brackets with slots inside, as in "[<the> ]{name}", may contain the space.
        run.nextColumn = group.branches.allSatisfy { $0.first?.isSpace != false } ? nil : item.column
        parts += try forms(of: run)
        parts.append(try template(of: group))
        run = Run(beginsApart: group.branches.allSatisfy { $0.last?.isSpace != false })
      default: run.items.append(item)
      }
    }
    return parts + (try forms(of: run))
  }

  /// Text and brackets without slots, between slots and rules.
  private struct Run {
    var items: [Item] = []
    /// Whether a word may start here.
    var beginsApart = true
    /// The position of the adjacent slot or rule after it; nil if a word may end here.
    var nextColumn: Int?
  }

  /// Returns the forms of one word, which must not extend into an adjacent slot or rule: `{level}[ percent]` and `{level}%` can be
  /// parsed, `{level}s` cannot.
  private func forms(of run: Run) throws(TemplateError) -> [Template] {
    guard let first = run.items.first, let forms = try forms(of: run.items) else { return [] }
    // "[ ]k" can be separate, but typed text need not separate it.
    var sentences: [[String]] = []
    var apartAtBeginning: Set<[String]> = []
    var apartSentences: Set<[String]> = []
    for form in forms {
      let words = SpokenText.words(of: form)
      if !sentences.contains(words) { sentences.append(words) }
      guard run.beginsApart || form.first.map({ $0.isLetter || $0.isNumber }) != true else { continue }
      apartAtBeginning.insert(words)
      if run.nextColumn == nil || form.last.map({ $0.isLetter || $0.isNumber }) != true { apartSentences.insert(words) }
    }
    guard sentences.allSatisfy(apartSentences.contains) else {
      // The position of the missing space.
      let column = sentences.allSatisfy(apartAtBeginning.contains) ? run.nextColumn : nil
      throw TemplateError(
        reason: "a slot or rule must be separate from adjacent text: put a space between them",
        column: column ?? first.column)
    }
    let literals = sentences.filter { !$0.isEmpty }.map { Template.sequence($0.map(Template.word)) }
    guard !literals.isEmpty else { return [] }
    let whole = literals.count == 1 ? literals[0] : .alternatives(literals)
    return [literals.count < sentences.count ? .optional(whole) : whole]
  }

  /// Groups of items between spaces, one more than there are spaces.
  private func clusters(of items: [Item]) -> [[Item]] {
    items.split(whereSeparator: \.isSpace).map(Array.init)
  }

  /// Returns every text that the items represent; nil if they include a slot or rule.
  private func forms(of items: [Item]) throws(TemplateError) -> [String]? {
    var forms = [""]
    for item in items {
      let endings: [String]
      switch item.content {
      case .text(let text): endings = [text]
      case .space: endings = [" "]
      case .reference: return nil
      case .group(let group):
        guard !group.isPermutation else { return nil }
        var branches: [String] = []
        for branch in group.branches {
          guard let inner = try self.forms(of: branch) else { return nil }
          branches += inner
        }
        endings = group.isOptional ? branches + [""] : branches
      }
      guard forms.count * endings.count <= Self.maxJoinedForms else {
        throw TemplateError(
          reason: "a word with more than \(Self.maxJoinedForms) forms", column: items.first?.column ?? item.column)
      }
      forms = forms.flatMap { form in endings.map { form + $0 } }
    }
    return forms
  }
}

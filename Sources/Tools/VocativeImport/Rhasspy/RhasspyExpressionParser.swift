import VocativeUnderstanding

/// Parses the templates of `sentences.ini` and of slot files.
struct RhasspyExpressionParser {
  /// The reason a template cannot be parsed.
  struct Failure: Error {
    let reason: String
  }

  private static let maxNesting = 32

  private let characters: [Character]
  private var position = 0
  private var depth = 0

  /// Parses a template.
  ///
  /// - Throws: `Failure` with the error and the position of the character.
  static func expression(_ text: String) throws(Failure) -> RhasspyExpression {
    var parser = RhasspyExpressionParser(characters: Array(text))
    return try parser.branches(until: nil)
  }

  private init(characters: [Character]) {
    self.characters = characters
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  // MARK: Groups

  private mutating func branches(until close: Character?) throws(Failure) -> RhasspyExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxNesting else { throw failure("brackets are nested more than \(Self.maxNesting) levels deep") }
    var branches: [[RhasspyExpression]] = [[]]
    while let character = next {
      switch character {
      case ")", "]":
        guard character == close else { throw failure("unmatched \"\(character)\"") }
        position += 1
        return Self.whole(branches)
      case "|":
        position += 1
        branches.append([])
      case _ where character.isWhitespace: position += 1
      default: branches[branches.count - 1].append(try item())
      }
    }
    if let close { throw failure("missing \"\(close)\" at the end") }
    return Self.whole(branches)
  }

  private static func whole(_ branches: [[RhasspyExpression]]) -> RhasspyExpression {
    let sequences = branches.map { $0.count == 1 ? $0[0] : RhasspyExpression.sequence($0) }
    return sequences.count == 1 ? sequences[0] : .alternatives(sequences)
  }

  // MARK: Items

  private mutating func item() throws(Failure) -> RhasspyExpression {
    var item: RhasspyExpression
    switch next {
    case "(":
      position += 1
      item = try branches(until: ")")
    case "[":
      position += 1
      item = .optional(try branches(until: "]"))
    case "<":
      let reference = try enclosed(until: ">")
      // The name of an intent may have dots itself.
      let dot = reference.lastIndex(of: ".")
      let name = (dot.map { reference[reference.index(after: $0)...] } ?? reference[...]).trimmed
      guard !name.isEmpty else { throw failure("a rule has no name") }
      item = .rule(intent: dot.map { reference[..<$0].trimmed }.flatMap { $0.isEmpty ? nil : $0 }, name: name)
    case "$":
      position += 1
      let parts = word(stoppingAt: ":!{").split(separator: ",").map(String.init)
      guard let name = parts.first else { throw failure("a slot has no name") }
      item = .slot(name: name, arguments: Array(parts.dropFirst()))
    case "{", "!", ":": item = .words("")
    case "}", ">": throw failure("unmatched \"\(next ?? " ")\"")
    default:
      item = Self.range(from: position, in: characters) ?? .words(word(stoppingAt: ":!{"))
      if case .range = item { _ = word(stoppingAt: ":!{") }
    }
    return try modified(item)
  }

  /// Parses the modifiers of an item: substitutions and converters directly after it, then tags, which may follow spaces.
  private mutating func modified(_ item: RhasspyExpression) throws(Failure) -> RhasspyExpression {
    var item = item
    while true {
      switch next {
      case ":":
        position += 1
        item = .substituted(item, emitted: try emitted())
      case "!":
        position += 1
        item = .converted(item, converters: converters())
      default:
        let before = position
        while next?.isWhitespace == true { position += 1 }
        guard next == "{" else {
          position = before
          return item
        }
        item = .tagged(item, try tag())
      }
    }
  }

  /// Parses the output of a substitution: a word, or words in brackets.
  private mutating func emitted() throws(Failure) -> String {
    guard next == "(" else { return word(stoppingAt: "!{") }
    return try enclosed(until: ")").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private mutating func converters() -> [String] {
    word(stoppingAt: ":{").split(separator: "!").map(String.init)
  }

  private mutating func tag() throws(Failure) -> RhasspyExpression.Tag {
    let content = try enclosed(until: "}")
    let parts = content.split(separator: "!", omittingEmptySubsequences: false).map { $0.trimmed }
    let named = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
    guard !named[0].isEmpty else { throw failure("a tag has no name") }
    return .init(name: named[0], value: named.count == 2 ? named[1] : nil, converters: parts.dropFirst().filter { !$0.isEmpty })
  }

  // MARK: Characters

  private mutating func word(stoppingAt stops: String) -> String {
    var word = ""
    while let character = next {
      if character == "\\", position + 1 < characters.count {
        word.append(characters[position + 1])
        position += 2
        continue
      }
      if character.isWhitespace || "()[]<>|}".contains(character) || stops.contains(character) { break }
      word.append(character)
      position += 1
    }
    return word
  }

  private mutating func enclosed(until close: Character) throws(Failure) -> String {
    guard let end = characters[position...].firstIndex(of: close) else {
      throw failure("missing closing \"\(close)\"")
    }
    let content = String(characters[(position + 1)..<end]).trimmed
    position = end + 1
    guard !content.isEmpty || close == ")" else { throw failure("empty content before \"\(close)\"") }
    return content
  }

  private static func range(from position: Int, in characters: [Character]) -> RhasspyExpression? {
    let text = String(characters[position...].prefix { !$0.isWhitespace && !"()[]<>|{}:!".contains($0) })
    guard let match = text.wholeMatch(of: #/(-?\d+)\.\.(-?\d+)(?:,(\d+))?/#), let from = Int(match.1), let through = Int(match.2),
      let step = match.3.map({ Int($0) }) ?? 1
    else { return nil }
    return .range(from: from, through: through, step: step)
  }

  private func failure(_ reason: String) -> Failure { Failure(reason: "\(reason) (character \(position + 1))") }
}

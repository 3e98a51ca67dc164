import Yams

/// The fault of a text that is not valid YAML, in words that need no knowledge of the parser, and its line.
struct YAMLProblem {
  /// The fault and its remedy.
  let reason: String
  /// The line, counted from 1.
  let line: Int

  /// Creates a problem from an error of the parser for a text.
  init(_ error: YamlError, in text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      // The parser notices some faults later than they begin, and the end of the file is on the line of its last character.
      let place = Self.noticedLate.contains { problem.contains($0) } ? context?.mark ?? mark : mark
      line = max(1, min(place.line, lines.last?.isEmpty == true ? lines.count - 1 : lines.count))
      let here = lines.indices.contains(line - 1) ? lines[line - 1] : ""
      reason = Self.reason(for: problem, at: here) + Self.advice(at: line, of: lines)
    case .duplicatedKeysInMapping(let keys, let context):
      let key = keys.first ?? ""
      // The error has the line of the whole mapping; find the line of the second key.
      let found = lines.indices.filter { index in
        let written = lines[index].drop(while: \.isWhitespace)
        return index + 1 >= context.mark.line && ["\(key):", "\"\(key)\":", "'\(key)':"].contains { written.hasPrefix($0) }
      }
      line = found.count > 1 ? found[1] + 1 : context.mark.line
      reason = "the key \"\(key)\" appears twice in the same mapping"
    default:
      line = 1
      reason = "\(error)"
    }
  }

  /// The problems that the parser notices after their place: a text that does not end, and a key without a colon.
  private static let noticedLate = ["unexpected end of stream", "expected ':'"]

  /// The remedies for the parser's frequent problems; any other is described in the parser's words.
  private static let reasons = [
    ("tab character", tab),
    ("nesting level", "brackets or indented lines are nested too deeply"),
    ("undefined alias", "an asterisk refers to an anchor that is not defined; put a text that begins with * in quotes"),
    ("unknown escape", "a backslash in double quotes begins an unknown escape; write \\\\ for a backslash, or use single quotes"),
    ("unexpected end of stream", "the quotation mark or the bracket that begins here is not closed before the file ends"),
    ("found another document", "the file contains a second document; remove the line ---"),
    ("',' or ']'", "a list has no closing ] before this line, or two of its values have no comma between them"),
    ("',' or '}'", "a mapping has no closing } before this line, or two of its values have no comma between them"),
    ("<document start>", "a line is not part of a key, as in \"key: text\""),
    ("expected key", "the indentation does not match the lines above"),
    ("expected '-'", "the indentation does not match the lines above, or a \"- \" is missing"),
    ("expected ':'", "a colon is missing after a key"),
    ("mapping values are not allowed", "the indentation is wrong, or a text that contains a colon is not in quotes"),
    ("sequence entries are not allowed", "a list must begin on its own line"),
    (
      "expected comment or line break",
      "a text after > or | begins on the next line; put a text that begins with > or | in quotes"
    ),
  ]

  private static let tab = "a tab is used for indentation; use spaces"

  private static func reason(for problem: String, at line: Substring) -> String {
    if problem.contains("cannot start any token") {
      return line.prefix(while: \.isWhitespace).contains("\t")
        ? tab : "a text begins with a character that has a meaning in YAML, such as @, ` or %; put it in quotes"
    }
    return reasons.first { problem.contains($0.0) }?.1 ?? problem
  }

  /// The remedy for a frequent mistake near a line, which the parser notices late and in other words.
  private static func advice(at line: Int, of lines: [Substring]) -> String {
    let near = lines[max(0, min(line - 2, lines.count))..<min(line, lines.count)]
    // YAML reads a text that starts with a bracket, as in `- [please] turn on`, as a list.
    if near.contains(where: { $0.contains(#/^\s*(?:-|[\w ]+:)\s+(?:\[[^\[\]]*\]|\{+[^{}]*\}+)\s*[^\s#,\]}]/#) }) {
      return "; put a text that begins with a bracket in quotes: \"[please] turn on\""
    }
    // A text in a list ends at the first bracket, as in `[turn on {light}]`.
    if near.contains(where: { $0.contains(#/^\s*(?:-|[\w ]+:)\s+\[[^"'#]*(?:\w\s+[\[{]|[\]}]\s+\w)/#) }) {
      return "; put a text with brackets in quotes: [\"turn on [the] {light}\"]"
    }
    if near.contains(where: { $0.contains(#/^\s*(?:-\s+)?(?:[\w ]+:\s+)?(?:\[(?:.*,)?\s*)?(?:"[^"\\]*"|'[^']*')\s*\w/#) }) {
      return "; a text in quotes ends at the next quotation mark of its kind; use the other kind around it, as in \"it's on\""
    }
    if near.contains(where: { $0.contains(#/^\s*-[^\s\-]/#) }) { return "; put a space after the \"-\"" }
    if near.contains(where: { $0.contains(#/^\s*\w+:["'\[{A-Za-z]/#) }) { return "; put a space after the colon of a key" }
    return ""
  }
}

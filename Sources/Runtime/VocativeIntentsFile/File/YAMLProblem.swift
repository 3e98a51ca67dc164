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
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
      // The end of the text is on the line of its last character.
      line = max(1, min(mark.line, lines.last?.isEmpty == true ? lines.count - 1 : lines.count))
      let here = lines.indices.contains(line - 1) ? lines[line - 1] : ""
      reason = Self.reason(for: problem, at: here) + Self.quotingAdvice(at: line, of: lines)
    case .duplicatedKeysInMapping(let keys, let context):
      let key = keys.first ?? ""
      // The error has the line of the whole mapping; find the line of the second key.
      let found = lines.indices.filter { index in
        index + 1 >= context.mark.line && lines[index].drop(while: \.isWhitespace).hasPrefix("\(key):")
      }
      line = found.count > 1 ? found[1] + 1 : context.mark.line
      reason = "the key \"\(key)\" appears twice in the same mapping"
    default:
      line = 1
      reason = "\(error)"
    }
  }

  /// The remedies for the parser's frequent problems; any other is described in the parser's words.
  private static let reasons = [
    ("tab character", tab),
    ("nesting level", "brackets or indented lines are nested too deeply"),
    ("undefined alias", "an asterisk refers to an anchor that is not defined; put a text that begins with * in quotes"),
    ("unknown escape", "a backslash in double quotes begins an unknown escape; write \\\\ for a backslash, or use single quotes"),
    ("unexpected end of stream", "the file ends before a quotation mark or a bracket is closed"),
    ("found another document", "the file contains a second document; remove the line ---"),
    ("',' or ']'", "a list has no closing ] before this line, or two of its values have no comma between them"),
    ("',' or '}'", "a mapping has no closing } before this line, or two of its values have no comma between them"),
    ("<document start>", "a line is not part of a key, as in \"key: text\""),
    ("expected key", "the indentation does not match the lines above"),
    ("expected '-'", "the indentation does not match the lines above, or a \"- \" is missing"),
    ("expected ':'", "a colon is missing after a key"),
    ("mapping values are not allowed", "the indentation is wrong, or a text that contains a colon is not in quotes"),
    ("sequence entries are not allowed", "a list must begin on its own line"),
  ]

  private static let tab = "a tab is used for indentation; use spaces"

  private static func reason(for problem: String, at line: Substring) -> String {
    if problem.contains("cannot start any token") {
      return line.prefix(while: \.isWhitespace).contains("\t")
        ? tab : "a text begins with a character that has a meaning in YAML, such as @, ` or %; put it in quotes"
    }
    return reasons.first { problem.contains($0.0) }?.1 ?? problem
  }

  /// The remedy for a text that starts with a bracket and continues after it, as in `- [please] turn on`, which YAML reads as a
  /// list.
  private static func quotingAdvice(at line: Int, of lines: [Substring]) -> String {
    let near = lines[max(0, min(line - 2, lines.count))..<min(line, lines.count)]
    let isPhrase = near.contains { $0.contains(#/^\s*(?:-|[\w ]+:)\s+(?:\[[^\[\]]*\]|\{[^{}]*\})\s*[^\s#,\]}]/#) }
    return isPhrase ? "; put a text that begins with a bracket in quotes: \"[please] turn on\"" : ""
  }
}

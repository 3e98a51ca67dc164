import Foundation
import LimitedFile
import VocativeUnderstanding
package import Yams

/// A YAML file that somebody else wrote, or JSON, which is YAML too: read up to its limits, with lines in its errors.
package struct YAMLFile: Sendable {
  /// Where the file is.
  package let path: String
  /// Bytes it may have.
  package let limit: Int
  /// What to do where it has more.
  package let remedy: String

  /// A file that may have so many bytes.
  package init(path: String, limit: Int, remedy: String) {
    self.path = path
    self.limit = limit
    self.remedy = remedy
  }

  /// What is in it; a null where there is nothing.
  ///
  /// - Parameter what: What the file should be, for the message about a folder.
  /// - Throws: `IntentsFileError` where it is missing, too large, or no YAML.
  package func root(what: String) throws(IntentsFileError) -> Node {
    try root(of: try text(what: what))
  }

  /// What is in a text that the file has, or will have.
  ///
  /// - Throws: `IntentsFileError` where it is no YAML.
  package func root(of text: String) throws(IntentsFileError) -> Node {
    guard !YAMLAliases.areTooMany(in: text) else {
      throw fault("the file has more than \(YAMLAliases.most) aliases (*name); write some of them out")
    }
    if let (control, line) = Self.firstControl(in: text) {
      throw fault("a character stands here that no text has (\(control)); take it out", line: line)
    }
    do {
      return try Yams.compose(yaml: text) ?? Node("", Tag(.null))
    } catch let error as YamlError {
      let line = error.line(in: text) ?? 1
      throw fault("YAML error: \(error.problem)\(Self.quotingAdvice(at: line, of: text))", line: line)
    } catch {
      throw fault("YAML error: \(error)")
    }
  }

  /// The first control character that YAML can't have, by its name, and its line.
  private static func firstControl(in text: String) -> (name: String, line: Int)? {
    var line = 1
    for byte in text.utf8 {
      switch byte {
      case 0x0A: line += 1
      case 0x00: return ("a NUL byte", line)
      case 0x09, 0x0D: break
      case ..<0x20, 0x7F: return ("control character \(byte)", line)
      default: break
      }
    }
    return nil
  }

  /// What to do where a text begins with a bracket and goes on behind it, as in `- [please] turn on`: YAML reads a list.
  private static func quotingAdvice(at line: Int, of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let near = lines[max(0, min(line - 2, lines.count))..<min(line, lines.count)]
    let isPhrase = near.contains { $0.contains(#/^\s*(?:-|[\w ]+:)\s+(?:\[[^\]]*\]|\{[^}]*\})\s*[^\s#,]/#) }
    return isPhrase ? "; a text that begins with a bracket stands in quotes: \"[please] turn on\"" : ""
  }

  /// Its text.
  ///
  /// - Throws: `IntentsFileError` where it is missing, too large, or no UTF-8.
  package func text(what: String) throws(IntentsFileError) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      throw fault(isFolder.boolValue ? "this is a folder, not \(what)" : "no such file", code: .missing)
    }
    let file = LimitedFile(path: path, limit: limit)
    let data = try file.contents { failure in
      failure == .tooLarge
        ? fault("the file is larger than \(file.limitText); \(remedy)") : fault("the file may not be read", code: .missing)
    }
    guard let text = String(data: data, encoding: .utf8) else { throw fault("the file is not UTF-8 text") }
    return text
  }

  /// What is wrong with the file.
  package func fault(_ reason: String, line: Int = 1, code: IntentsFileError.Code = .invalid) -> IntentsFileError {
    IntentsFileError(reason, file: path, line: line, code: code)
  }
}

extension YamlError {
  fileprivate func line(in text: String) -> Int? {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      return mark.line
    case .duplicatedKeysInMapping(let keys, let context):
      // The error has the place of the whole mapping; the second of the keys is what must be found.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let found = lines.indices.filter { index in
        index + 1 >= context.mark.line && lines[index].drop(while: \.isWhitespace).hasPrefix("\(keys.first ?? ""):")
      }
      return found.count > 1 ? found[1] + 1 : context.mark.line
    default:
      return nil
    }
  }

  fileprivate var problem: String {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _): problem
    case .duplicatedKeysInMapping(let keys, _): "the key \"\(keys.first ?? "")\" stands twice in the same place"
    default: "\(self)"
    }
  }
}

import Foundation
import LimitedFile
import VocativeUnderstanding
package import Yams

/// A YAML or JSON file from an untrusted source: parsed within limits, with line numbers in errors.
package struct YAMLFile: Sendable {
  /// The path of the file.
  package let path: String
  /// The maximum size in bytes.
  package let limit: Int
  /// The remedy if the file is larger.
  package let remedy: String

  /// Creates a file with a maximum size.
  package init(path: String, limit: Int, remedy: String) {
    self.path = path
    self.limit = limit
    self.remedy = remedy
  }

  /// Returns the root node; null if the file is empty.
  ///
  /// - Parameter what: The expected kind of file, for the message about a folder.
  /// - Throws: `IntentsFileError` if the file is missing, too large or not valid YAML.
  package func root(what: String) throws(IntentsFileError) -> Node {
    try root(of: try text(what: what))
  }

  /// Returns the root node of a text that the file has, or will have.
  ///
  /// - Throws: `IntentsFileError` if the text is not valid YAML.
  package func root(of text: String) throws(IntentsFileError) -> Node {
    if let line = YAMLAliases.firstExcess(in: text) {
      throw fault("the file has more than \(YAMLAliases.maxCount) aliases (*name); write some of them out", line: line)
    }
    if let (control, line) = Self.firstControl(in: text) {
      throw fault("the text contains a character that is not allowed (\(control)); remove it", line: line)
    }
    if let line = Self.firstFalseIndentation(in: text) {
      throw fault("the line begins with a character that only looks like a space; replace it with spaces", line: line)
    }
    do {
      return try Yams.compose(yaml: Self.joiningSurrogates(in: text)) ?? Node("", Tag(.null), .plain)
    } catch let error as YamlError {
      let problem = YAMLProblem(error, in: text)
      throw fault("YAML error: \(problem.reason)", line: problem.line)
    } catch {
      throw fault("YAML error: \(error)")
    }
  }

  /// Returns JSON with the characters that its escaped surrogate pairs stand for; YAML has no such pairs.
  ///
  /// Reads bytes, because the home of Home Assistant may have many megabytes of JSON.
  private static func joiningSurrogates(in text: String) -> String {
    guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else { return text }
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      result += rest[..<backslash]
      rest = rest[backslash...]
      if let high = surrogate(at: rest), let low = surrogate(at: rest.dropFirst(6)), UTF16.isLeadSurrogate(high),
        UTF16.isTrailSurrogate(low)
      {
        result += String(decoding: [high, low], as: UTF16.self).utf8
        rest = rest.dropFirst(12)
      } else {
        // The next byte may be another backslash, which begins no escape then.
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      }
    }
    guard !result.isEmpty else { return text }
    return String(decoding: result + Array(rest), as: UTF8.self)
  }

  /// Returns the number of an escape such as `\ud83c` at the beginning; nil if there is none.
  private static func surrogate(at text: ArraySlice<UInt8>) -> UInt16? {
    guard text.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
    return UInt16(String(decoding: text.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
  }

  /// Returns the first control character that YAML does not allow, with its line.
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

  /// Returns the first line that is indented with a space that YAML takes for a letter, as in a text copied from a web page.
  private static func firstFalseIndentation(in text: String) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.firstIndex { line in
      guard let first = line.first(where: { $0 != " " && $0 != "\t" }) else { return false }
      return first.isWhitespace && line.contains { !$0.isWhitespace }
    }.map { $0 + 1 }
  }

  /// Returns the text of the file.
  ///
  /// - Throws: `IntentsFileError` if the file is missing, too large or not UTF-8.
  package func text(what: String) throws(IntentsFileError) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      throw fault(isFolder.boolValue ? "this is a folder, not \(what)" : "no such file", code: .missing)
    }
    let file = LimitedFile(path: path, limit: limit)
    let data = try file.contents { failure in
      failure == .tooLarge
        ? fault("the file is larger than \(file.limitText); \(remedy)") : fault("the file cannot be read", code: .missing)
    }
    guard let text = String(data: data, encoding: .utf8) else {
      let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
      let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw fault("this is not UTF-8 text; save the file as UTF-8", line: index + 1)
    }
    return text
  }

  /// Creates an error with a single fault of the file.
  package func fault(_ reason: String, line: Int = 1, code: IntentsFileError.Code = .invalid) -> IntentsFileError {
    IntentsFileError(reason, file: path, line: line, code: code)
  }
}

import Foundation
import LimitedFile
public import Logging
import VocativeUnderstanding
import Yams

/// An assistant written as a YAML file, for people who write no Swift.
public enum IntentsFile {
  /// Bytes a file may have; a file of thousands of phrases has some hundred thousand.
  static let largestSize = 4 << 20

  /// Reads an assistant from a file.
  ///
  /// - Parameters:
  ///   - user: Whom commands run as; nil for whom this program runs as.
  ///   - logger: Where handlers that fail are logged.
  /// - Throws: `IntentsFileError` with every fault and its line.
  public static func load(
    path: String, runningHandlersAs user: HandlerUser? = nil, logger: Logger = Logger(label: "vocative.intents")
  ) throws(IntentsFileError) -> Assistant {
    try contents(path: path, runningHandlersAs: user).assistant(logger: logger)
  }

  /// Reads what a file declares.
  ///
  /// - Throws: `IntentsFileError` with every fault and its line.
  package static func contents(
    path: String, runningHandlersAs user: HandlerUser? = nil
  ) throws(IntentsFileError) -> IntentsFileContents {
    func fail(_ code: IntentsFileError.Code, line: Int, _ reason: String) -> IntentsFileError {
      IntentsFileError(code: code, faults: [.init(location: .init(file: path, line: line), reason: reason)])
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      throw fail(.missing, line: 1, isFolder.boolValue ? "this is a folder, not an intents file" : "no such file")
    }
    let file = LimitedFile(path: path, limit: largestSize)
    let data = try file.contents { failure in
      failure == .tooLarge
        ? fail(.invalid, line: 1, "the file is larger than \(file.limitText); make two assistants of it, or shorten its lists")
        : fail(.missing, line: 1, "the file may not be read")
    }
    guard let text = String(data: data, encoding: .utf8) else { throw fail(.invalid, line: 1, "the file is not UTF-8 text") }

    guard !YAMLAliases.areTooMany(in: text) else {
      throw fail(.invalid, line: 1, "the file has more than \(YAMLAliases.most) aliases (*name); write some of them out")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw fail(.invalid, line: error.line(in: text) ?? 1, "YAML error: \(error.problem)")
    } catch {
      throw fail(.invalid, line: 1, "YAML error: \(error)")
    }
    guard let root, case .mapping = root else {
      throw fail(.invalid, line: 1, "the file is empty; it needs at least \"intents:\"")
    }
    var reader = IntentsFileReader(file: path, handlerUser: user)
    return try reader.contents(from: root, name: assistantName(of: path))
  }

  /// The name of the assistant in a file: the file's own, without its extension.
  public static func assistantName(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
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

import Foundation
public import Logging
public import VocativeIntents
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
    let file = file(at: path)
    return try contents(text: try file.text(what: "an intents file"), of: file, runningHandlersAs: user)
  }

  /// Reads what a text declares that is to be written to a file.
  ///
  /// - Throws: `IntentsFileError` with every fault and its line.
  package static func contents(text: String, path: String) throws(IntentsFileError) -> IntentsFileContents {
    try contents(text: text, of: file(at: path), runningHandlersAs: nil)
  }

  private static func file(at path: String) -> YAMLFile {
    YAMLFile(path: path, limit: largestSize, remedy: "make two assistants of it, or shorten its lists")
  }

  private static func contents(
    text: String, of file: YAMLFile, runningHandlersAs user: HandlerUser?
  ) throws(IntentsFileError) -> IntentsFileContents {
    let path = file.path
    let root = try file.root(of: text)
    switch root {
    case .mapping: break
    case .sequence: throw file.fault("the file holds a list; it is a mapping that has at least \"intents:\"")
    case .scalar(let scalar) where !scalar.string.isEmpty && root.null == nil:
      throw file.fault("the file holds a text; it is a mapping that has at least \"intents:\"")
    case .scalar, .alias: throw file.fault("the file is empty; it needs at least \"intents:\"")
    }
    var reader = IntentsFileReader(file: path, handlerUser: user)
    return try reader.contents(from: root, name: assistantName(of: path))
  }

  /// The name of the assistant in a file: the file's own, without its extension.
  public static func assistantName(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}

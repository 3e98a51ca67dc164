import Foundation
public import Logging
public import VocativeIntents
package import VocativeUnderstanding
import Yams

/// An assistant written as a YAML file, without Swift.
public enum IntentsFile {
  /// The maximum file size in bytes; a file with thousands of phrases has a few hundred thousand.
  static let maxSize = 4 << 20

  /// Loads an assistant from a file.
  ///
  /// - Parameters:
  ///   - name: The name of the assistant; nil for the name of the file without `.intents.yaml`.
  ///   - handlers: The settings of the computer for handlers.
  ///   - logger: The logger for handler failures.
  /// - Throws: `IntentsFileError` with all faults and their lines.
  public static func load(
    path: String, named name: String? = nil, handlers: HandlerSettings = HandlerSettings(),
    logger: Logger = Logger(label: "vocative.intents")
  ) throws(IntentsFileError) -> Assistant {
    try contents(path: path, named: name, handlers: handlers).assistant(logger: logger)
  }

  /// Reads the declarations of a file.
  ///
  /// - Throws: `IntentsFileError` with all faults and their lines.
  package static func contents(
    path: String, named name: String? = nil, handlers: HandlerSettings = HandlerSettings()
  ) throws(IntentsFileError) -> IntentsFileContents {
    let file = file(at: path)
    return try contents(
      text: try file.text(what: "an intents file"), of: file, named: name, handlers: handlers)
  }

  /// Reads the declarations of a text that will be written to a file.
  ///
  /// - Throws: `IntentsFileError` with all faults and their lines.
  package static func contents(text: String, path: String) throws(IntentsFileError) -> IntentsFileContents {
    try contents(text: text, of: file(at: path))
  }

  private static func file(at path: String) -> YAMLFile {
    YAMLFile(path: path, limit: maxSize, remedy: "split it into two assistants, or shorten its lists")
  }

  /// Reads the declarations in the hello of an app, whose JSON is also YAML.
  ///
  /// - Throws: `IntentsFileError` with all faults.
  package static func contents(ofApp name: String, hello text: String) throws(IntentsFileError) -> IntentsFileContents {
    try contents(text: text, of: file(at: "the hello of \(name)"), named: name, isApp: true)
  }

  /// Reads the new values of a list of an app.
  ///
  /// - Parameter rules: The rules in its hello.
  /// - Throws: `IntentsFileError` with all faults.
  package static func values(
    ofList list: String, ofApp name: String, rules: [String: Template], json text: String
  ) throws(IntentsFileError) -> [IntentsFileContents.List.Value] {
    let file = file(at: "the vocabulary of \(name)")
    var reader = IntentsFileReader(file: file.path, handlers: HandlerSettings())
    reader.isApp = true
    (reader.rules, reader.ruleSlots) = (rules, RuleSlots.first(in: rules))
    reader.rulePlaces = rules.mapValues { _ in Grammar.Location(file: file.path, line: 1) }
    let values = reader.values(of: try file.root(of: text), list: list)
    guard reader.faults.isEmpty else { throw IntentsFileError(code: .invalid, faults: reader.faults) }
    return values
  }

  private static func contents(
    text: String, of file: YAMLFile, named name: String? = nil, handlers: HandlerSettings = HandlerSettings(), isApp: Bool = false
  ) throws(IntentsFileError) -> IntentsFileContents {
    let path = file.path
    let root = try file.root(of: text)
    switch root {
    case .mapping: break
    case .sequence: throw file.fault("the file contains a list; it must be a mapping with at least \"intents:\"")
    case .scalar(let scalar) where !scalar.string.isEmpty && root.null == nil:
      throw file.fault("the file contains a text; it must be a mapping with at least \"intents:\"")
    case .scalar, .alias: throw file.fault("the file is empty; it needs at least \"intents:\"")
    }
    var reader = IntentsFileReader(file: path, handlers: handlers)
    reader.isApp = isApp
    return try reader.contents(from: root, name: name ?? assistantName(of: path))
  }

  /// Returns the assistant name for a file: the file name without `.intents.yaml`, or without another extension.
  public static func assistantName(of path: String) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let suffix = ".intents"
    return name.hasSuffix(suffix) && name != suffix ? String(name.dropLast(suffix.count)) : name
  }
}

import Foundation
import LimitedFile
import VocativeIntents
import VocativeIntentsFile
import Yams

/// A configuration file: YAML, one setting per line.
///
/// The provider of swift-configuration is not used: it rejects a file of comments alone and reports no line numbers.
struct ConfigurationFile {
  let path: String
  private let assistants: [String]
  private(set) var values: [String: String] = [:]
  private(set) var faults: [String] = []
  /// Whether the file is a list of settings, although some of them may have faults.
  private(set) var isList = false

  /// Reads a file, or returns nil if it does not exist.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a missing file is a fault.
  ///   - assistants: The names of the installed assistants.
  init?(path: String, isWanted: Bool, assistants: [String]) {
    (self.path, self.assistants) = (path, assistants)
    guard isWanted || FileManager.default.fileExists(atPath: path) else { return nil }
    let file = LimitedFile(path: path, limit: 256 << 10)
    let data: Data
    do throws(LimitedFile.Failure) {
      data = try file.contents()
    } catch {
      faults = [
        error == .tooLarge
          ? "\(path): the file is larger than \(file.limitText); it must contain only settings, one per line"
          : "\(path): the file does not exist, is a folder, or is not readable"
      ]
      return
    }
    let text = String(decoding: data, as: UTF8.self)
    guard !YAMLAliases.areTooMany(in: text) else {
      faults = ["\(path): the file has more than \(YAMLAliases.maxCount) aliases (*name); replace some with their values"]
      return
    }
    do {
      try read(text)
    } catch let error as YamlError {
      faults = ["\(path)\(Self.place(of: error, in: text))"]
    } catch {
      faults = ["\(path): \(error)"]
    }
  }

  private mutating func read(_ text: String) throws {
    guard let root = try Yams.compose(yaml: text), root.null == nil else {
      isList = true
      return
    }
    guard case .mapping(let mapping) = root else {
      fault(root, "expected one \"name: value\" per line")
      return
    }
    isList = true
    for (nameNode, node) in mapping { receive(nameNode.string ?? "", nameNode, node) }
  }

  private mutating func receive(_ name: String, _ nameNode: Node, _ node: Node) {
    guard let setting = Settings.list.first(where: { $0.name == name }) else {
      let nearest = NearestName.of(name, among: Settings.list.filter(\.isInFiles).map(\.name))
      let remedy = nearest.map { "did you mean \"\($0)\"?" } ?? "the option --help-config lists all keys"
      fault(nameNode, "unknown key \"\(name)\"; \(remedy)")
      return
    }
    guard setting.isInFiles else {
      fault(nameNode, "\"\(name)\" is not allowed in a file; use the option --\(name)")
      return
    }
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty, node.null == nil else {
      fault(nameNode, "\"\(name)\" takes one value: \(setting.values)")
      return
    }
    // Only YAML has other words for true and false.
    let text = (setting.isBoolean ? node.bool.map { "\($0)" } : nil) ?? scalar.string
    if let reason = setting.fault(in: text, among: assistants) {
      fault(node, "\"\(name)\": \(reason)")
    } else {
      values[name] = text
    }
  }

  private mutating func fault(_ node: Node, _ reason: String) {
    faults.append("\(path):\(node.mark?.line ?? 1): \(reason)")
  }

  private static func place(of error: YamlError, in text: String) -> String {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
      return ":\(mark.line): invalid YAML: \(problem)"
    case .duplicatedKeysInMapping(let names, _):
      // The error has the location of the whole mapping; the user must find the last of the lines.
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let last = lines.lastIndex { $0.hasPrefix("\(names.first ?? ""):") } ?? 0
      return ":\(last + 1): \(names.map { "\"\($0)\"" }.joined(separator: ", ")) is set twice"
    default: return ": invalid YAML: \(error)"
    }
  }
}

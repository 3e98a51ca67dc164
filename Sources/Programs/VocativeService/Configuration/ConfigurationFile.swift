import Foundation
import LimitedFile
import VocativeIntentsFile
import Yams

/// A configuration file: YAML, one setting per line.
///
/// The provider of swift-configuration is not used: it rejects a file of comments alone and reports no line numbers.
struct ConfigurationFile {
  let path: String
  private let assistants: [String]
  private(set) var values: [String: String] = [:]
  /// The lines of the settings with valid values, by their names.
  private var lines: [String: Int] = [:]
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
    guard isWanted || Self.mayExist(path) else { return nil }
    let file = YAMLFile(path: path, limit: 256 << 10, remedy: "it must contain only settings, one per line")
    do throws(IntentsFileError) {
      receive(try file.root(what: "a file of settings"))
    } catch {
      faults =
        error.code == .missing
        ? ["\(path): \(LimitedFile(path: path, limit: 0).unreadableReason)"] : error.faults.map(\.description)
    }
  }

  /// Returns false only if the file is missing.
  ///
  /// A file in a folder that may not be entered must not be ignored silently. The same holds for a link to a missing file.
  private static func mayExist(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  private mutating func receive(_ root: Node) {
    guard root.null == nil else {
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
      lines[name] = nameNode.mark?.line
    }
  }

  /// Returns the place of a setting with a valid value; nil if the file has none.
  func place(of name: String) -> String? { lines[name].map { "\(path):\($0): \"\(name)\"" } }

  /// Returns the file with the line of the last of these settings.
  func lastPlace(of names: [String]) -> String { names.compactMap { lines[$0] }.max().map { "\(path):\($0)" } ?? path }

  private mutating func fault(_ node: Node, _ reason: String) {
    faults.append("\(path):\(node.mark?.line ?? 1): \(reason)")
  }
}

import Foundation
import ProgramOutput
package import Vocative

/// A configuration file that a program changes for its owner, line by line.
///
/// Comments, unknown keys and the order of the lines stay as they are.
package struct SettingsFile: Sendable {
  /// The path, at which the file need not exist.
  package let path: String
  private let assistants: [String]

  /// Creates a file at a path.
  ///
  /// - Parameter assistants: The names of the installed assistants.
  package init(path: String, assistants: [String]) { (self.path, self.assistants) = (path, assistants) }

  /// The path of the previous version.
  package var backupPath: String { path + ".bak" }

  /// Reads the valid settings as written, and the faults of the others.
  ///
  /// - Throws: `ConfigurationError` if the file exists and is not a list of settings, so that none of them can be changed.
  package func read() throws(ConfigurationError) -> (values: [String: String], faults: [String]) {
    guard let file = ConfigurationFile(path: path, isWanted: false, assistants: assistants) else { return ([:], []) }
    guard file.isList else { throw ConfigurationError(faults: file.faults) }
    return (file.values, file.faults)
  }

  /// Checks that the file can be created or replaced, before a person answers questions about its settings.
  ///
  /// - Throws: `SettingsFileError`.
  package func requireWritable() throws(SettingsFileError) {
    var folder = ParentFolder.path(of: path)
    var isFolder: ObjCBool = false
    // A missing folder is created in the nearest one that exists.
    while !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), folder != ParentFolder.path(of: folder) {
      folder = ParentFolder.path(of: folder)
    }
    guard isFolder.boolValue else { throw error("\(folder) is not a folder; choose another file") }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw error("you may not write in \(folder); use sudo, or choose another file")
    }
  }

  /// Sets settings, and turns lines of others into comments, atomically, and keeps the previous version as a backup.
  ///
  /// - Returns: Whether the file has changed.
  /// - Throws: `SettingsFileError` if a value is invalid, or the file cannot be changed.
  package func set(_ changes: [String: String], removing removed: Set<String> = []) throws(SettingsFileError) -> Bool {
    for (name, value) in changes {
      guard let setting = Settings.list.first(where: { $0.name == name && $0.isInFiles }) else {
        throw error("\"\(name)\" is not a setting")
      }
      if let fault = setting.fault(in: value, among: assistants) { throw error("\"\(name)\": \(fault)") }
    }
    let former = FileManager.default.fileExists(atPath: path) ? try text() : nil
    var file = TextLines(former ?? "")
    for setting in Settings.list {
      if let value = changes[setting.name] {
        Self.set(setting.name, to: value, in: &file.lines)
      } else if removed.contains(setting.name) {
        for index in file.lines.indices where file.lines[index].hasPrefix("\(setting.name):") {
          file.lines[index] = "#" + file.lines[index]
        }
      }
    }
    let text = file.text
    guard text != former else { return false }
    try check(text, changes, removing: removed)
    do {
      try FileManager.default.createDirectory(atPath: ParentFolder.path(of: path), withIntermediateDirectories: true)
      if let former { try OutputFile(backupPath).write(Data(former.utf8)) }
      try OutputFile(path).write(Data(text.utf8))
    } catch let fault as OutputFileError {
      throw error(fault.reason)
    } catch let fault {
      throw error("it cannot be written: \(fault.localizedDescription)")
    }
    return true
  }

  /// Checks that the new text says what was wanted, which an unusual layout of the file may prevent.
  private func check(
    _ text: String, _ changes: [String: String], removing removed: Set<String>
  ) throws(SettingsFileError) {
    let folder = NSTemporaryDirectory() + "vocative-settings-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let draft = folder + "/vocatived.yaml"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: URL(fileURLWithPath: draft))
    } catch let fault {
      throw error("a draft cannot be written: \(fault.localizedDescription)")
    }
    let former = (try? read())?.values ?? [:]
    let new = ConfigurationFile(path: draft, isWanted: true, assistants: assistants)?.values ?? [:]
    guard new == former.filter({ !removed.contains($0.key) }).merging(changes, uniquingKeysWith: { $1 }) else {
      throw error("its layout is too unusual to change it here; write each setting on one line, as in \"device: default\"")
    }
  }

  /// Sets a value in its own line, else after the commented example of the setting, else at the end.
  private static func set(_ name: String, to value: String, in lines: inout [String]) {
    let written = "\(name): \(scalar(value))"
    if let index = lines.firstIndex(where: { $0.hasPrefix("\(name):") }) {
      let comment = lines[index].firstRange(of: #/\s+#.*$/#).map { String(lines[index][$0]) }
      lines[index] = written + (comment ?? "")
    } else if let index = lines.lastIndex(where: { $0.hasPrefix("#\(name):") }) {
      lines.insert(written, at: index + 1)
    } else {
      lines.append(written)
    }
  }

  /// Returns a value as YAML.
  private static func scalar(_ value: String) -> String {
    let isPlain = value.wholeMatch(of: #/[A-Za-z0-9_./][A-Za-z0-9_.\/:=,+-]*/#) != nil && !value.hasSuffix(":")
    // ALSA has a device with the name that YAML has for no value.
    guard !isPlain || value.lowercased() == "null" else { return value }
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  private func text() throws(SettingsFileError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch let fault {
      throw error("it cannot be read: \(fault.localizedDescription)")
    }
  }

  private func error(_ reason: String) -> SettingsFileError { SettingsFileError(path: path, reason: reason) }
}

/// A configuration file that cannot be changed.
package struct SettingsFileError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  package let path: String
  /// The reason and the remedy.
  package let reason: String

  /// The file and the reason.
  package var description: String { "\(path): \(reason)" }
  /// The exit status is `configuration`.
  package var exitStatus: ExitStatus { .configuration }
}

import Foundation
import Vocative

/// The intents file of the imported home, in the folder for assistants that the daemon writes.
struct HomeFile: Sendable {
  private static let header = "# Written by vocatived from Home Assistant; changes are lost.\n"

  /// The path of the file.
  let path: String

  /// The file in the state folder.
  static var standard: HomeFile { HomeFile(path: AssistantFolders.own + "/home.intents.yaml") }

  /// Writes the text atomically, and returns whether it has changed.
  ///
  /// - Throws: The error of the system.
  func write(_ text: String) throws -> Bool {
    let data = Data((Self.header + text).utf8)
    let url = URL(fileURLWithPath: path)
    guard (try? Data(contentsOf: url)) != data else { return false }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try data.write(to: url, options: .atomic)
    return true
  }

  /// Removes the file if the daemon has written it.
  func remove() {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasPrefix(Self.header) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}

import Foundation
import ProgramOutput
import Vocative
import VocativeImport
import VocativeIntents

/// The intents file of the imported home, in the folder for assistants that the daemon writes.
struct HomeFile: Sendable {
  /// The name of the assistant.
  static let name = "home"

  private static let header = "# Written by vocatived from Home Assistant; changes are lost.\n"

  /// The path of the file.
  let path: String

  /// The file in the state folder.
  static var standard: HomeFile { HomeFile(path: AssistantFolders.own + "/\(name).intents.yaml") }

  /// Returns an assistant without requests, which takes the place of the file until the home has been read.
  static func placeholder() throws -> Assistant {
    try Assistant(name: name, wakePhrases: AssistantImporter().wakePhrases) { [AssistantPart]() }
  }

  /// Whether the daemon has written the file.
  var isWritten: Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: Self.header.utf8.count)) == Data(Self.header.utf8)
  }

  /// Writes the text atomically, and returns whether it has changed.
  ///
  /// - Throws: `OutputFileError`.
  func write(_ text: String) throws -> Bool {
    let data = Data((Self.header + text).utf8)
    guard (try? Data(contentsOf: URL(fileURLWithPath: path))) != data else { return false }
    try OutputFile(path).writeMakingFolder(data)
    return true
  }

  /// Removes the file if the daemon has written it.
  func remove() {
    if isWritten { try? FileManager.default.removeItem(atPath: path) }
  }
}

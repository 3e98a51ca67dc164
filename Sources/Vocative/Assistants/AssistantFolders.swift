import Foundation
import VocativeIntentsFile

/// The folders in which assistants are installed, those with precedence first.
public struct AssistantFolders: Equatable, Sendable {
  /// The paths of the folders, which need not exist.
  public let paths: [String]

  private static let intentsSuffix = ".intents.yaml"
  /// The maximum number of assistants in a folder.
  private static let maxAssistants = 200

  /// Creates folders, those with precedence first.
  public init(_ paths: [String]) { self.paths = paths }

  /// The user's folder, the folder for this computer, and the folder for packages.
  public static var standard: AssistantFolders {
    AssistantFolders([ConfigurationFolder.path + "/assistants", "/etc/vocative/assistants", "/usr/share/vocative/assistants"])
  }

  /// Returns the installed assistants in alphabetical order; the first folder with a name wins.
  func installed() -> [InstalledAssistant] {
    var found: [String: InstalledAssistant] = [:]
    for folder in paths {
      // A folder that does not exist, or that this user may not read, has no assistants.
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for file in files.filter({ $0.hasSuffix(Self.intentsSuffix) && !$0.hasPrefix(".") }).sorted().prefix(Self.maxAssistants) {
        let name = String(file.dropLast(Self.intentsSuffix.count))
        guard !name.isEmpty, found[name] == nil else { continue }
        found[name] = InstalledAssistant(name: name, kind: .file, path: "\(folder)/\(file)")
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

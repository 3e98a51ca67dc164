import Foundation
import VocativeIntentsFile

/// The folders in which assistants are installed, those with precedence first.
public struct AssistantFolders: Equatable, Sendable {
  /// The paths of the folders, which need not exist.
  public let paths: [String]

  /// The ends of the names of files, each with its kind; an app comes before an intents file of the same name.
  private static let suffixes: [(suffix: String, kind: InstalledAssistant.Kind)] = [
    (AppFile.suffix, .app), (".intents.yaml", .file),
  ]
  /// The maximum number of assistants in a folder.
  private static let maxAssistants = 200

  /// Creates folders, those with precedence first.
  public init(_ paths: [String]) { self.paths = paths }

  /// The user's folder, the folder for this computer, the folder for packages, and the folder that programs write themselves.
  public static var standard: AssistantFolders {
    AssistantFolders([
      ConfigurationFolder.path + "/assistants", "/etc/vocative/assistants", "/usr/share/vocative/assistants", own,
    ])
  }

  /// The folder for assistants that programs of this user write themselves.
  package static var own: String { AssistantLoader.dataFolder + "/assistants" }

  /// Returns the installed assistants in alphabetical order; the first folder with a name wins.
  func installed() -> [InstalledAssistant] {
    var found: [String: InstalledAssistant] = [:]
    for folder in paths {
      // A folder that does not exist, or that this user may not read, has no assistants.
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let assistants = files.filter { !$0.hasPrefix(".") }.sorted().compactMap { file in
        Self.suffixes.first { file.hasSuffix($0.suffix) }.map { (file, name: String(file.dropLast($0.suffix.count)), $0.kind) }
      }
      for (file, name, kind) in assistants.prefix(Self.maxAssistants) where !name.isEmpty && found[name] == nil {
        found[name] = InstalledAssistant(name: name, kind: kind, path: "\(folder)/\(file)")
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

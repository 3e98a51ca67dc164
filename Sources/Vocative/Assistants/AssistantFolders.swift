import Foundation
import VocativeIntentsFile

/// The folders in which assistants are installed, those with precedence first.
public struct AssistantFolders: Equatable, Sendable {
  /// The paths of the folders, which need not exist.
  public let paths: [String]

  /// The end of the name of an intents file.
  private static let intentsSuffix = ".intents.yaml"
  /// The ends of the names of files, each with its kind; an app comes before an intents file of the same name.
  private static let suffixes: [(suffix: String, kind: InstalledAssistant.Kind)] = [
    (AppFile.suffix, .app), (intentsSuffix, .file),
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
      for (file, name, kind) in Self.assistants(among: Self.files(in: folder)) where found[name] == nil {
        found[name] = InstalledAssistant(name: name, kind: kind, path: "\(folder)/\(file)")
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// Returns warnings about files that are probably meant as assistants, each with the right name.
  package func misnamed() -> [String] {
    paths.flatMap { folder in
      let files = Self.files(in: folder)
      // Another file of an assistant, such as the settings of an app, has its name, too.
      let known = Set(Self.assistants(among: files).map(\.name))
      return files.compactMap { file -> String? in
        guard let (name, right) = Self.rightName(of: file), !known.contains(name) else { return nil }
        return
          "\(folder)/\(file) is ignored, because its name does not end in .intents.yaml or .app.yaml; rename it to \(right)"
      }.prefix(Self.maxAssistants)
    }
  }

  /// Returns the visible files of a folder in alphabetical order.
  private static func files(in folder: String) -> [String] {
    // A folder that does not exist, or that this user may not read, has no assistants.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func assistants(among files: [String]) -> [(file: String, name: String, kind: InstalledAssistant.Kind)] {
    let assistants = files.compactMap { file in
      suffixes.first { file.hasSuffix($0.suffix) }.map {
        (file: file, name: String(file.dropLast($0.suffix.count)), kind: $0.kind)
      }
    }
    return assistants.prefix(maxAssistants).filter { !$0.name.isEmpty }
  }

  /// Returns the name of the assistant that a YAML file with another end is probably meant as, and the right name of the file.
  private static func rightName(of file: String) -> (name: String, file: String)? {
    guard !suffixes.contains(where: { file.hasSuffix($0.suffix) }),
      let match = file.wholeMatch(of: #/(.+?)(\.intents|\.app)?\.ya?ml/#.ignoresCase())
    else { return nil }
    let name = String(match.1)
    return (name, name + (match.2?.lowercased() == ".app" ? AppFile.suffix : intentsSuffix))
  }
}

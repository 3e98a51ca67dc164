import Foundation
import VocativeIntentsFile

/// The files of an import: those given by the user, and those in folders given by the user.
struct ImportSources {
  /// A file to import.
  struct Source {
    let path: String
    /// Whether the user named the file, rather than a folder that also has files for other purposes.
    let isNamed: Bool

    var identity: String { URL(fileURLWithPath: path).standardizedFileURL.path }
  }

  /// The files, each once, in the given order; those of a folder are in alphabetical order.
  let all: [Source]

  /// The paths of the files.
  var paths: [String] { all.map(\.path) }

  private static let maxFiles = 1_000

  /// Finds the files.
  ///
  /// - Throws: `IntentsFileError` if a path does not exist, or a folder is not readable or has nothing to import.
  init(_ named: [String]) throws(IntentsFileError) {
    var sources: [Source] = []
    for path in named {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw IntentsFileError("no such file or folder", file: path, code: .missing)
      }
      guard isFolder.boolValue else {
        sources.append(Source(path: path, isNamed: true))
        continue
      }
      guard FileManager.default.isReadableFile(atPath: path), FileManager.default.isExecutableFile(atPath: path) else {
        throw Self.unreadable(path)
      }
      let inside = try Self.files(in: path)
      guard !inside.isEmpty else { throw Self.nothing(in: path) }
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      sources += inside.sorted().map { Source(path: "\(folder)/\($0)", isNamed: false) }
    }
    guard sources.count <= Self.maxFiles else {
      throw IntentsFileError("there are more than \(Self.maxFiles) files; choose the files to import", file: named[0])
    }
    // The files in a folder may have been named too.
    let chosen = Set(sources.filter(\.isNamed).map(\.identity))
    var known: Set<String> = []
    all = sources.filter { known.insert($0.identity).inserted }
      .map { Source(path: $0.path, isNamed: chosen.contains($0.identity)) }
  }

  /// Returns the error for a folder without sentences or a home.
  static func nothing(in folder: String) -> IntentsFileError {
    IntentsFileError(
      "this folder has nothing to import: no sentences or home of Home Assistant (.yaml, .json, core.*_registry), and no sentences of"
        + " Rhasspy (.ini)", file: folder, code: .missing)
  }

  private static func unreadable(_ folder: String) -> IntentsFileError {
    IntentsFileError("permission denied; run: chmod u+rx \(folder)", file: folder, code: .missing)
  }

  /// Returns the files in a folder that may be imported, relative to the folder; one more than the maximum if there are too many.
  private static func files(in folder: String) throws(IntentsFileError) -> [String] {
    let base = URL(fileURLWithPath: folder, isDirectory: true).resolvingSymlinksInPath()
    var closed: String?
    let entries = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) { url, _ in
      closed = url.path
      return false
    }
    var files: [String] = []
    while files.count <= maxFiles, let url = entries?.nextObject() as? URL {
      let path = url.pathComponents.dropFirst(base.pathComponents.count).joined(separator: "/")
      if isImported(path) { files.append(path) }
    }
    if let closed { throw unreadable(closed) }
    return files
  }

  private static func isImported(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    // Slot files of Rhasspy have any extension and are found through the sentences.
    guard !parts.dropLast().contains("slots"), !name.hasPrefix(".") else { return false }
    // The result of an earlier import has the form of sentences, but is none.
    guard !name.hasSuffix(".intents.yaml") else { return false }
    return [".yaml", ".yml", ".json", ".ini"].contains { name.hasSuffix($0) }
      || (name.hasPrefix("core.") && name.hasSuffix("_registry"))
  }
}

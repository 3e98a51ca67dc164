import Foundation
import VocativeIntentsFile

/// The files of an import: those given by the user, and those in folders given by the user.
struct ImportSources {
  /// The paths, each once, in the given order; those of a folder are in alphabetical order.
  let paths: [String]

  private static let maxFiles = 1_000

  /// Finds the files.
  ///
  /// - Throws: `IntentsFileError` if a path does not exist, or a folder is not readable or has nothing to import.
  init(_ named: [String]) throws(IntentsFileError) {
    var paths: [String] = []
    for path in named {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw IntentsFileError("no such file or folder", file: path, code: .missing)
      }
      guard isFolder.boolValue else {
        paths.append(path)
        continue
      }
      guard FileManager.default.isReadableFile(atPath: path), FileManager.default.isExecutableFile(atPath: path) else {
        throw IntentsFileError("permission denied; run: chmod u+rx \(path)", file: path, code: .missing)
      }
      let inside =
        (FileManager.default.enumerator(atPath: path)?.lazy.compactMap { $0 as? String }.filter(Self.isImported))
        .map { Array($0.prefix(Self.maxFiles + 1)) } ?? []
      guard !inside.isEmpty else {
        throw IntentsFileError(
          "this folder has no .yaml, .json, .ini or core.*_registry file to import", file: path, code: .missing)
      }
      paths += inside.sorted().map { "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/\($0)" }
    }
    guard paths.count <= Self.maxFiles else {
      throw IntentsFileError("there are more than \(Self.maxFiles) files; choose the files to import", file: named[0])
    }
    var known: Set<String> = []
    self.paths = paths.filter { known.insert(URL(fileURLWithPath: $0).standardizedFileURL.path).inserted }
  }

  private static func isImported(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    // Slot files of Rhasspy have any extension and are found through the sentences.
    guard !parts.dropLast().contains("slots"), !name.hasPrefix(".") else { return false }
    return [".yaml", ".yml", ".json", ".ini"].contains { name.hasSuffix($0) }
      || (name.hasPrefix("core.") && name.hasSuffix("_registry"))
  }
}

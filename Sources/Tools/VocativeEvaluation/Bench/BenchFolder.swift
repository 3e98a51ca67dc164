import Foundation

/// Access to the folders of a benchmark, and to those of other recordings.
package enum BenchFolder {
  /// Returns the names of the files in a folder in alphabetical order, without hidden ones.
  ///
  /// - Throws: `EvaluationManifestError` if the folder cannot be read.
  static func files(in folder: String) throws(EvaluationManifestError) -> [String] {
    try contents(of: folder).filter { !isFolder("\(folder)/\($0)") }
  }

  /// Returns the folders in a folder in alphabetical order, without hidden ones.
  ///
  /// - Throws: `EvaluationManifestError` if the folder cannot be read.
  package static func folders(in folder: String) throws(EvaluationManifestError) -> [String] {
    try contents(of: folder).map { "\(folder)/\($0)" }.filter(isFolder)
  }

  /// Whether a file is audio, judged by its name.
  package static func isAudio(_ name: String) -> Bool {
    ["flac", "wav", "ogg", "oga", "opus", "aiff", "aif", "au", "mp3"].contains((name as NSString).pathExtension.lowercased())
  }

  /// Returns the name of a file without its folder and extension.
  static func name(of path: String) -> String { ((path as NSString).lastPathComponent as NSString).deletingPathExtension }

  /// Returns the names of everything in a folder in alphabetical order, without hidden ones.
  ///
  /// - Throws: `EvaluationManifestError` if the folder cannot be read.
  package static func contents(of folder: String) throws(EvaluationManifestError) -> [String] {
    guard isFolder(folder) else {
      throw EvaluationManifestError(
        path: folder, line: nil, reason: "the folder does not exist; choose a folder that contains a folder for each set",
        isMissing: true)
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw EvaluationManifestError(
        path: folder, line: nil, reason: "the folder is not readable; change its permissions", isMissing: true)
    }
  }

  /// Whether a path is that of a folder.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

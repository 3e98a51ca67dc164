import ArgumentParser
import Foundation

/// Where results are to be written: checked before the work they come from, which may take an hour.
enum OutputPath {
  /// - Throws: `ValidationError` naming the option, what is wrong with the path, and what to do.
  static func requireWritable(_ path: String, _ option: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw ValidationError("\(option) \(path): no such folder: \(folder); create it with: mkdir -p \(folder)")
    }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw ValidationError("\(option) \(path): is a folder; name a file in it")
    }
    let exists = FileManager.default.fileExists(atPath: path)
    guard FileManager.default.isWritableFile(atPath: exists ? path : folder) else {
      throw ValidationError("\(option) \(path): permission denied; name another file, or change the permissions")
    }
  }
}

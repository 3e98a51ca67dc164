import ArgumentParser
import Foundation
import ProgramOutput
import Vocative

/// Checks output paths before the work, which may take an hour.
enum OutputPath {
  /// Requires a path that names a file in a folder that exists.
  ///
  /// - Throws: `ValidationError` with the option, the problem and the remedy.
  static func requireFile(_ path: String, _ option: String) throws {
    guard !path.isEmpty else { throw ValidationError("\(option): the name is empty; name a file") }
    // A symbolic link counts as its target, and `/dev/stdout` is already open.
    guard case .file(let target) = LinkTarget(ofOutput: path) else { return }
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw ValidationError("\(option) \(path): no such folder: \(folder); create it with: mkdir -p \(folder)")
    }
    if FileManager.default.fileExists(atPath: target, isDirectory: &isFolder), isFolder.boolValue {
      throw ValidationError("\(option) \(path): is a folder; name a file in it")
    }
  }

  /// Requires that the user may write an output file.
  ///
  /// A command checks this when it runs: the argument parser would report any error as wrong usage.
  ///
  /// - Throws: `UnwritableOutput`.
  static func requirePermission(_ path: String?, _ option: String) throws {
    guard let path, case .file(let target) = LinkTarget(ofOutput: path) else { return }
    let place = FileManager.default.fileExists(atPath: target) ? target : ParentFolder.path(of: target)
    guard FileManager.default.isWritableFile(atPath: place) else { throw UnwritableOutput(option: option, path: path) }
  }

  /// Rejects a file that has contents, which the output would replace.
  ///
  /// - Parameter isForced: Whether the user wants to replace it.
  /// - Throws: `ValidationError` with the option, the file and the remedy.
  static func requireNew(_ path: String, _ option: String, unless isForced: Bool) throws {
    guard !isForced, case .file(let target) = LinkTarget(ofOutput: path), isRegularFile(target) else { return }
    let size = try? FileManager.default.attributesOfItem(atPath: target)[.size] as? Int
    guard size != 0 else { return }
    throw ValidationError("\(option) \(path): the file exists; name another file, or add --force to replace it")
  }

  /// Rejects an output file that is also an input.
  ///
  /// - Throws: `ValidationError` with the option and the file.
  static func require(_ path: String?, _ option: String, differsFrom inputs: [String?]) throws {
    guard let path else { return }
    do throws(OutputFileError) {
      try OutputFile(path).check(notAmong: inputs.compactMap(\.self))
    } catch {
      throw ValidationError("\(option) \(error)")
    }
  }

  /// Rejects one file for two results, as the first would be lost.
  ///
  /// - Throws: `ValidationError` with the options and the file.
  static func requireDifferent(_ first: String?, _ firstOption: String, _ second: String?, _ secondOption: String) throws {
    guard let first, let second, case .file(let one) = LinkTarget(ofOutput: first),
      case .file(let other) = LinkTarget(ofOutput: second),
      // Several results may go to one device, such as /dev/null.
      !FileManager.default.fileExists(atPath: one) || isRegularFile(one)
    else { return }
    guard URL(fileURLWithPath: one).standardizedFileURL != URL(fileURLWithPath: other).standardizedFileURL else {
      throw ValidationError("\(firstOption) and \(secondOption) name the same file, \(first); name two")
    }
    try require(second, secondOption, differsFrom: [first])
  }

  private static func isRegularFile(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeRegular
  }
}

/// An output file that the user may not write.
struct UnwritableOutput: Error, CustomStringConvertible, ExitStatusProviding {
  let option: String
  let path: String

  var description: String { "\(option) \(path): permission denied; name another file, or change the permissions" }
  var exitStatus: ExitStatus { .output }
}

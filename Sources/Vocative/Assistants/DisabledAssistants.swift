import Foundation
import LimitedFile
import ProgramOutput

/// The file that keeps which installed assistants are disabled.
public struct DisabledAssistants: Equatable, Sendable {
  /// The file `assistants.json` in the service manager's state folder, else in the user's state folder of Vocative.
  public static var user: DisabledAssistants { DisabledAssistants(path: StateFolder.path + "/assistants.json") }

  /// The path of the file, which may not exist yet.
  public let path: String

  private static let maxSize = 64 << 10

  private struct Contents: Codable {
    let disabled: [String]
  }

  /// Creates a file at a path.
  public init(path: String) {
    self.path = path
  }

  /// Reads the names; returns an empty set if the file does not exist.
  ///
  /// - Throws: `AssistantStateError` if the file is damaged or unreadable.
  public func read() throws(AssistantStateError) -> Set<String> {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let data = try LimitedFile(path: path, limit: Self.maxSize).contents { _ in
      AssistantStateError(path: path, reason: "it is a folder, too large, or you may not read it; make it a file that you own")
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw AssistantStateError(path: path, reason: "damaged file; expected {\"disabled\": [\"notes\"]}; correct or remove it")
    }
    return Set(contents.disabled)
  }

  /// Enables or disables an assistant, atomically, even if other programs do so at the same time.
  ///
  /// - Returns: Whether that is a change.
  /// - Throws: `AssistantStateError` if the file cannot be read or written.
  @discardableResult
  public func set(_ name: String, isEnabled: Bool) throws(AssistantStateError) -> Bool {
    // A file that cannot be used is reported before anything is created beside it.
    _ = try read()
    let lock: LockFile
    do throws(OutputFileError) {
      // A file beside it has the lock, because a change replaces the file itself.
      lock = try LockFile(path: path + ".lock")
      try lock.lock()
    } catch {
      throw AssistantStateError(path: path, reason: "cannot be written: \(error)", exitStatus: .output)
    }
    defer { lock.unlock() }
    var disabled = try read()
    guard isEnabled == disabled.contains(name) else { return false }
    if isEnabled { disabled.remove(name) } else { disabled.insert(name) }
    do throws(OutputFileError) {
      try OutputFile(path).write(Data((Contents(disabled: disabled.sorted()).jsonLine + "\n").utf8))
    } catch {
      throw AssistantStateError(path: path, reason: "cannot be written: \(error.diskReason)", exitStatus: .output)
    }
    return true
  }
}

/// A file with disabled assistants that cannot be used.
public struct AssistantStateError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The file.
  public let path: String
  /// The reason and the remedy.
  public let reason: String
  /// The exit status is `configuration`, or `output` if the file cannot be written.
  public internal(set) var exitStatus = ExitStatus.configuration

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

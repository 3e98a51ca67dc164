import Foundation
import LimitedFile
import ProgramOutput

/// The file that keeps the mute state of the microphone across restarts.
public struct MuteFile: Equatable, Sendable {
  /// The file `mute.json` in the service manager's state folder, else in the user's state folder of Vocative.
  public static var user: MuteFile { MuteFile(path: StateFolder.path + "/mute.json") }

  /// The path of the file, which may not exist yet.
  public let path: String

  private static let maxSize = 4 << 10

  private struct Contents: Codable {
    let muted: Bool
    /// The sides that mute it; absent in files of earlier versions, which only the owner wrote.
    var by: [MuteHolder]?
  }

  /// Creates a file at a path.
  public init(path: String) {
    self.path = path
  }

  /// Reads whether the microphone is muted; returns false if the file does not exist.
  ///
  /// A microphone with a damaged file counts as muted.
  ///
  /// - Throws: `MuteFileError` if the file is damaged or unreadable.
  public func read() throws(MuteFileError) -> Bool { try !holders().isEmpty }

  /// Reads the sides that mute the microphone; returns an empty set if it is not muted or the file does not exist.
  ///
  /// - Throws: `MuteFileError` if the file is damaged or unreadable.
  public func holders() throws(MuteFileError) -> Set<MuteHolder> {
    var status = stat()
    // If the disk or the permissions do not tell, or a link leads nowhere, the microphone stays muted.
    if lstat(path, &status) != 0, [ENOENT, ENOTDIR].contains(errno) { return [] }
    let isSomethingElse = MuteFileError(
      path: path,
      reason:
        "damaged file, so the microphone stays muted; expected {\"muted\": true} or {\"muted\": false}; run \"vocative unmute\" or "
        + "\"vocative mute\"")
    let data = try LimitedFile(path: path, limit: Self.maxSize).contents { failure in
      failure == .tooLarge
        ? isSomethingElse
        : MuteFileError(
          path: path, reason: "it cannot be read, so the microphone stays muted; make it a file that you own"
        )
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else { throw isSomethingElse }
    guard contents.muted else { return [] }
    let holders = Set(contents.by ?? [.owner]).filter(\.isKept)
    return holders.isEmpty ? [.owner] : holders
  }

  /// Writes the state for the owner, atomically.
  ///
  /// - Throws: `MuteFileError` if it cannot be written.
  public func write(_ isMuted: Bool) throws(MuteFileError) { try write(isMuted ? [.owner] : []) }

  /// Writes the sides that mute the microphone, atomically.
  ///
  /// - Throws: `MuteFileError` if it cannot be written.
  public func write(_ holders: Set<MuteHolder>) throws(MuteFileError) {
    let isMuted = !holders.isEmpty
    do throws(OutputFileError) {
      try OutputFile(path).writeMakingFolder(
        Data((Contents(muted: isMuted, by: isMuted ? holders.sorted() : nil).jsonLine + "\n").utf8))
    } catch {
      let now = isMuted ? "muted" : "not muted"
      throw MuteFileError(
        path: path, reason: "the microphone is \(now) until the next restart only: \(error.diskReason)", exitStatus: .output)
    }
  }
}

/// A mute file that cannot be used.
public struct MuteFileError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The file.
  public let path: String
  /// The reason and the remedy.
  public let reason: String
  /// The exit status is `configuration`, or `output` if the file cannot be written.
  public internal(set) var exitStatus = ExitStatus.configuration

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// The folder for state that survives a restart.
package enum StateFolder {
  /// The folder of the service manager, else `vocative` in the user's state folder, as the XDG base directory specification
  /// defines it.
  package static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// Returns the folder for the given environment variables.
  package static func path(in environment: [String: String]) -> String {
    if let folder = BaseFolder.managed("STATE_DIRECTORY", in: environment) { return folder }
    return (BaseFolder.path("XDG_STATE_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.local/state")
      + "/vocative"
  }
}

import Foundation
import LimitedFile

/// The file that keeps, across restarts, whether the microphone is muted.
public struct MuteFile: Equatable, Sendable {
  /// `mute.json` in the state folder: the service manager's, else `vocative` in the user's by the XDG base directory specification.
  public static var user: MuteFile { MuteFile(path: StateFolder.path + "/mute.json") }

  /// Where the file is, or will be.
  public let path: String

  private static let largestSize = 4 << 10

  private struct Contents: Codable {
    let muted: Bool
    /// Who has muted it; missing in files of earlier versions, where it was the owner.
    var by: [MuteHolder]?
  }

  /// A file at a path.
  public init(path: String) {
    self.path = path
  }

  /// Whether the file says muted; false where there is none.
  ///
  /// A microphone whose file says neither counts as muted.
  ///
  /// - Throws: `MuteFileError` when it holds something else.
  public func read() throws(MuteFileError) -> Bool { try !holders().isEmpty }

  /// Who has muted it; empty where there is no file, or it says not muted.
  ///
  /// - Throws: `MuteFileError` when it holds something else.
  public func holders() throws(MuteFileError) -> Set<MuteHolder> {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let isSomethingElse = MuteFileError(
      path: path,
      reason:
        "it does not say {\"muted\": true} or {\"muted\": false}, so the microphone is muted; decide with \"vocative unmute\" or "
        + "\"vocative mute\"")
    let data = try LimitedFile(path: path, limit: Self.largestSize).contents { failure in
      failure == .tooLarge
        ? isSomethingElse
        : MuteFileError(
          path: path, reason: "it may not be read, or is a folder, so the microphone is muted; make it a file of yours")
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else { throw isSomethingElse }
    guard contents.muted else { return [] }
    let holders = Set(contents.by ?? [.owner]).filter(\.isKept)
    return holders.isEmpty ? [.owner] : holders
  }

  /// Writes the file whole or not at all.
  ///
  /// - Throws: `MuteFileError` when it cannot be written.
  public func write(_ isMuted: Bool) throws(MuteFileError) { try write(isMuted ? [.owner] : []) }

  /// Writes who has muted it, whole or not at all.
  ///
  /// - Throws: `MuteFileError` when it cannot be written.
  public func write(_ holders: Set<MuteHolder>) throws(MuteFileError) {
    let isMuted = !holders.isEmpty
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      // Atomic is a temporary file in the same folder that is renamed.
      try Data((Contents(muted: isMuted, by: isMuted ? holders.sorted() : nil).jsonLine + "\n").utf8).write(
        to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let now = isMuted ? "muted" : "not muted"
      throw MuteFileError(
        path: path,
        reason: "it is \(now), and that will not survive a restart: \(error.localizedDescription); make the folder yours")
    }
  }
}

/// A mute file that cannot be used.
public struct MuteFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong and what to do.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// Where a program keeps what it must know after a restart.
package enum StateFolder {
  /// The folder the service manager made, else `vocative` in the user's state folder by the XDG base directory specification.
  package static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// The same with other environment variables than this program's.
  package static func path(in environment: [String: String]) -> String {
    if let folder = BaseFolder.managed("STATE_DIRECTORY", in: environment) { return folder }
    return (BaseFolder.path("XDG_STATE_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.local/state")
      + "/vocative"
  }
}

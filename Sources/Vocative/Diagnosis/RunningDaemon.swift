import Foundation

/// A `vocatived` that runs on this machine, which holds the microphone for as long as it does.
package struct RunningDaemon: Equatable, Sendable {
  /// How it was started, and so how it is stopped.
  package enum Owner: Equatable, Sendable {
    /// By the system's service manager.
    case system
    /// By the user's service manager.
    case user
    /// By hand, or by something unknown.
    case other
  }

  /// Its process identifier.
  package let process: Int32
  /// How it was started.
  package let owner: Owner

  private static let name = "vocatived"

  /// The one that runs, as the kernel lists processes, whoever's they are; nil for none.
  ///
  /// - Parameter processes: The folder of the process file system.
  package static func find(in processes: String = "/proc") -> RunningDaemon? {
    let identifiers = ((try? FileManager.default.contentsOfDirectory(atPath: processes)) ?? []).compactMap { Int32($0) }
    for process in identifiers.sorted() where process != getpid() {
      guard text("\(processes)/\(process)/comm") == name else { continue }
      let group = text("\(processes)/\(process)/cgroup") ?? ""
      let isService = group.contains("/\(name).service")
      return RunningDaemon(process: process, owner: !isService ? .other : group.contains("/user.slice/") ? .user : .system)
    }
    return nil
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What to type to stop it.
  package var stopCommand: String {
    switch owner {
    case .system: "sudo systemctl stop \(Self.name)"
    case .user: "systemctl --user stop \(Self.name)"
    case .other: "kill \(process)"
    }
  }

  /// What to type to have it back; nil where only its owner knows.
  package var startCommand: String? {
    switch owner {
    case .system: "sudo systemctl start \(Self.name)"
    case .user: "systemctl --user start \(Self.name)"
    case .other: nil
    }
  }

  /// That it listens to a microphone, and how to stop it, in words for an error.
  package var explanation: String {
    "\(Self.name) (process \(process)) is running and listens to a microphone. Stop it with: \(stopCommand)"
      + (startCommand.map { "; start it again afterwards with: \($0)" } ?? "")
  }
}

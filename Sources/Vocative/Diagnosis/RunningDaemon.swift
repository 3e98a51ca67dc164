import Foundation

/// A running `vocatived` on this machine, which holds the microphone while it runs.
package struct RunningDaemon: Equatable, Sendable {
  /// The way it was started, which determines how to stop it.
  package enum Owner: Equatable, Sendable {
    /// The system's service manager started it.
    case system
    /// The user's service manager started it.
    case user
    /// It was started by hand, or in an unknown way.
    case other
  }

  /// The process identifier.
  package let process: Int32
  /// The way it was started.
  package let owner: Owner

  private static let name = "vocatived"

  /// Finds a running daemon of any user in the kernel's process list; nil if there is none.
  ///
  /// - Parameter processes: The mount point of the process file system.
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

  /// The command that stops it.
  package var stopCommand: String {
    switch owner {
    case .system: "sudo systemctl stop \(Self.name)"
    case .user: "systemctl --user stop \(Self.name)"
    case .other: "kill \(process)"
    }
  }

  /// The command that starts it again; nil if it was started by hand.
  package var startCommand: String? {
    switch owner {
    case .system: "sudo systemctl start \(Self.name)"
    case .user: "systemctl --user start \(Self.name)"
    case .other: nil
    }
  }

  /// The description of its use of the microphone.
  var use: String { "\(Self.name) (process \(process)) is running and uses a microphone" }

  /// How to start it again afterwards; empty if it was started by hand.
  var restart: String { startCommand.map { "; restart it afterwards with: \($0)" } ?? "" }

  /// A sentence for an error message that says that the daemon holds a microphone and how to stop it.
  package var explanation: String { "\(use). Stop it with: \(stopCommand)" + restart }
}

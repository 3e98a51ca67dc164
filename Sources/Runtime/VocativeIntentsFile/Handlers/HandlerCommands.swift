import Glibc
import Synchronization

/// The programs of handlers and lists that are running.
public enum HandlerCommands {
  /// Each leads a session, and so a process group, with the processes that it started.
  private static let leaders = Mutex<Set<pid_t>>([])

  /// Sends SIGTERM to the programs and the processes that they started, for a process that exits without waiting.
  ///
  /// Signals of a terminal do not reach the sessions of the programs, and no time limit ends them after the exit.
  public static func terminateAll() {
    leaders.withLock { leaders in
      for leader in leaders { _ = Glibc.kill(-leader, SIGTERM) }
    }
  }

  static func begin(_ leader: pid_t) { leaders.withLock { _ = $0.insert(leader) } }

  /// Forgets a program that has exited, before it is reaped and its number belongs to another one.
  static func end(_ leader: pid_t) { leaders.withLock { _ = $0.remove(leader) } }
}

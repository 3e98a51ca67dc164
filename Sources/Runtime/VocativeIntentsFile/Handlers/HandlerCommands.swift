import Glibc
import Synchronization

/// The programs of handlers and lists that are running.
public enum HandlerCommands {
  private struct Programs {
    /// Each leads a session, and so a process group, with the processes that it started; nil while it is being started.
    var leaders: [Int: pid_t?] = [:]
    var nextNumber = 0
  }

  private static let programs = Mutex(Programs())

  /// Milliseconds that `terminateAll` waits for programs that are being started.
  private static let startLimit = 500

  /// Sends SIGTERM to the programs and the processes that they started, for a process that exits without waiting for them.
  ///
  /// Signals of a terminal do not reach the sessions of the programs, and no time limit ends them after the exit. A program that is
  /// being started exists before its process group is known, so this blocks the thread until it is, for half a second at most.
  public static func terminateAll() {
    for _ in 0..<startLimit where programs.withLock({ $0.leaders.values.contains(nil) }) { usleep(1_000) }
    programs.withLock { programs in
      for leader in programs.leaders.values.compactMap(\.self) { _ = Glibc.kill(-leader, SIGTERM) }
    }
  }

  /// Registers a program before it is started, and returns its number here.
  static func register() -> Int {
    programs.withLock { programs in
      programs.nextNumber += 1
      programs.leaders.updateValue(nil, forKey: programs.nextNumber)
      return programs.nextNumber
    }
  }

  /// Sets the process of a registered program.
  static func begin(_ number: Int, leader: pid_t) {
    programs.withLock { _ = $0.leaders.updateValue(leader, forKey: number) }
  }

  /// Forgets a program that was not started or has exited, before it is reaped and the number of its process belongs to another one.
  static func end(_ number: Int) { programs.withLock { _ = $0.leaders.removeValue(forKey: number) } }
}

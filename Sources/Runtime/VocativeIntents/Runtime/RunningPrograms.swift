package import Foundation
import Synchronization

/// The running programs of apps, handlers, lists, speech and announcements on the network.
///
/// Each leads a session with the processes that it started. Signals of a terminal do not reach these sessions, and no time limit ends them
/// after this process has exited. So a program that serves assistants ends them before it exits.
public enum RunningPrograms {
  private struct Program {
    /// Its process, which leads a process group too; nil while it is being started.
    var leader: pid_t?
    /// Closes its input, after which it should end by itself; nil for a program that does not wait for that.
    let closeInput: (@Sendable () -> Void)?
    /// The last signal for its process group; 0, which is never delivered, for none.
    var signal: Int32 = 0

    mutating func send(_ signal: Int32) {
      self.signal = signal
      if let leader { _ = kill(-leader, signal) }
    }
  }

  private struct Roster {
    var programs: [Int: Program] = [:]
    var nextNumber = 0
    /// Whether this process ends: no program is started, and no end is reported.
    var isClosed = false
  }

  private static let roster = Mutex(Roster())

  /// Milliseconds between a step of ending the programs and the next one.
  private static let pause = 500
  /// The time that a request waits for the exit of this process.
  private static let exitLimit = Duration.seconds(60)

  // MARK: Ending

  /// Ends all programs with the processes that they started, and starts no other one; call it before the process exits.
  ///
  /// The standard input of apps ends; those that continue receive SIGTERM after half a second, and SIGKILL after another half. All
  /// other programs receive SIGTERM, and SIGKILL after half a second.
  public static func endAll() async {
    await withCheckedContinuation { continuation in
      // Waiting for the programs blocks the thread.
      Thread.detachNewThread {
        for close in roster.withLock({ $0.programs.values.compactMap(\.closeInput) }) { close() }
        end([(0, SIGTERM), (SIGTERM, SIGKILL), (SIGKILL, SIGKILL)])
        continuation.resume()
      }
    }
  }

  /// Ends all programs as `endAll()` does, but at once by SIGTERM, for a process that is interrupted.
  ///
  /// Blocks the thread until they have ended: for a second at most, even if a program ignores signals.
  public static func terminateAll() { end([(SIGTERM, SIGTERM), (SIGKILL, SIGKILL)]) }

  /// Sends signals to programs that end with their input and to others, with a pause after each pair.
  ///
  /// A program that is being started exists before its process is known. It receives the signal then.
  private static func end(_ steps: [(reader: Int32, other: Int32)]) {
    for step in steps {
      roster.withLock { roster in
        roster.isClosed = true
        for (number, program) in roster.programs {
          roster.programs[number]?.send(program.closeInput == nil ? step.other : step.reader)
        }
      }
      for _ in 0..<pause where roster.withLock({ !$0.programs.isEmpty }) { usleep(1_000) }
    }
  }

  /// Whether this process ends: no program is started, and no end of a program is a fault.
  package static var areEnding: Bool { roster.withLock { $0.isClosed } }

  /// Returns at once unless this process ends; otherwise does not return before it exits, or the task is cancelled.
  ///
  /// A request whose program is ended with this process is thus neither answered nor logged as a failure.
  package static func waitForExit() async {
    if areEnding { try? await Task.sleep(for: exitLimit) }
  }

  // MARK: Programs

  /// Registers a program before it is started, and returns its number here; nil if it must not be started, because this process ends.
  ///
  /// - Parameter closeInput: Closes its input, after which it should end by itself; nil for a program that does not wait for that.
  package static func register(closingInput closeInput: (@Sendable () -> Void)? = nil) -> Int? {
    roster.withLock { roster in
      guard !roster.isClosed else { return nil }
      roster.nextNumber += 1
      roster.programs[roster.nextNumber] = Program(closeInput: closeInput)
      return roster.nextNumber
    }
  }

  /// Sets the process of a registered program.
  package static func begin(_ number: Int, leader: pid_t) {
    roster.withLock { roster in
      guard var program = roster.programs[number] else { return }
      program.leader = leader
      program.send(program.signal)
      roster.programs[number] = program
    }
  }

  /// Forgets a program that was not started or has exited, before it is reaped and the number of its process belongs to another one.
  package static func end(_ number: Int) { roster.withLock { _ = $0.programs.removeValue(forKey: number) } }
}

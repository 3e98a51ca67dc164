import Foundation
import Synchronization

/// The progress and remaining time of long work, on one line of a terminal; silent without a terminal.
final class ProgressLine: Sendable {
  private let total: Int
  private let started = ContinuousClock.now
  private let done = Mutex(0)
  private let isShown = isatty(STDERR_FILENO) == 1

  init(total: Int) {
    self.total = total
  }

  /// Records that one piece is done.
  @Sendable func step() {
    // Written under the lock, so that an older line never follows a newer one.
    done.withLock { done in
      done += 1
      guard isShown else { return }
      let elapsed = (ContinuousClock.now - started) / .seconds(1)
      StandardError.write("\r\u{1B}[K" + Self.text(done: done, of: total, elapsed: elapsed))
    }
  }

  /// Clears the line.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }

  /// The line: `37 % of 244 recordings, 1 min 20 s left`.
  static func text(done: Int, of total: Int, elapsed: Double) -> String {
    let left = Int((elapsed / Double(max(done, 1)) * Double(max(total - done, 0))).rounded())
    let time = left >= 60 ? "\(left / 60) min \(left % 60) s" : "\(left) s"
    return "\(done * 100 / max(total, 1)) % of \(total) recordings, \(time) left"
  }
}

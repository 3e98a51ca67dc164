import Foundation
import Synchronization

/// How far a long piece of work has come and how long it will take, on one line of a terminal; nothing where there is none.
final class ProgressLine: Sendable {
  private let total: Int
  private let started = ContinuousClock.now
  private let done = Mutex(0)
  private let isShown = isatty(STDERR_FILENO) == 1

  init(total: Int) {
    self.total = total
  }

  /// One of the pieces is done.
  @Sendable func step() {
    let done = done.withLock { done in
      done += 1
      return done
    }
    guard isShown else { return }
    let elapsed = (ContinuousClock.now - started) / .seconds(1)
    let left = Int(elapsed / Double(done) * Double(total - done))
    StandardError.write("\r\u{1B}[K\(done) of \(total), \(left / 60) min \(left % 60) s left")
  }

  /// Leaves the terminal with a clean line.
  func finish() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }
}

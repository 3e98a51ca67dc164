import Foundation
import Synchronization
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("Time limits")
struct TimeLimitTests {
  private let clock = ManualClock()

  @Test("In a task that is cancelled already, the work does not begin")
  func cancelled() async {
    let hasBegun = Mutex(false)
    let task = Task { [clock] in
      try? await clock.sleep(for: .seconds(1))
      return await withTimeLimit(.seconds(1), clock: clock) { hasBegun.withLock { $0 = true } }
    }
    task.cancel()
    #expect(await task.value == nil)
    for _ in 0..<1000 { await Task.yield() }
    #expect(!hasBegun.withLock { $0 })
  }

  @Test("After a timeout, the work is cancelled before the caller goes on")
  func order() async {
    let isCancelled = Mutex(false)
    let goesOn = Mutex(false)
    let task = Task { [clock] in
      _ = await withTimeLimit(.seconds(1), clock: clock) {
        await withTaskCancellationHandler {
          try? await clock.sleep(for: .seconds(2))
        } onCancel: {
          // Meanwhile, a caller that does not wait for this goes on.
          for _ in 0..<10_000 where !goesOn.withLock({ $0 }) { sched_yield() }
          isCancelled.withLock { $0 = true }
        }
      }
      goesOn.withLock { $0 = true }
      return isCancelled.withLock { $0 }
    }
    await clock.sleeper(for: .seconds(1))
    await clock.sleeper(for: .seconds(2))
    clock.advance(by: .seconds(1))
    #expect(await task.value)
  }
}

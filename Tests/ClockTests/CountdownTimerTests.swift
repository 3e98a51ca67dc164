import Clock
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Countdown timers")
struct CountdownTimerTests {
  private let time = TestTime()

  private func timer(_ minutes: Int) -> CountdownTimer {
    CountdownTimer(
      id: 1, name: nil, duration: .seconds(60 * minutes), state: .running(until: time.now.advanced(by: .seconds(60 * minutes))))
  }

  @Test("A timer counts what passes, also while the computer is suspended, and no clock that is set")
  func counting() {
    let timer = timer(10)
    time.pass(.seconds(90))
    #expect(timer.remaining(at: time.now) == .seconds(510))
    time.set(by: 3600 * 24 * 365)
    #expect(timer.remaining(at: time.now) == .seconds(510))
    time.set(by: -3600 * 24 * 800)
    #expect(timer.remaining(at: time.now) == .seconds(510))
    time.pass(.seconds(600))
    #expect(timer.remaining(at: time.now) == .seconds(-90))
  }

  @Test("After a start of the computer, the wall clock counts")
  func restarting() {
    let timer = timer(10)
    time.restart(after: .seconds(240))
    #expect(timer.remaining(at: time.now) == .seconds(360))
    time.pass(.seconds(60))
    #expect(timer.remaining(at: time.now) == .seconds(300))
  }

  @Test("A paused timer keeps its time until it runs again")
  func pausing() {
    var timer = timer(10)
    time.pass(.seconds(60))
    timer = timer.paused(at: time.now)
    #expect(timer.isPaused)
    time.pass(.seconds(3600))
    #expect(timer.remaining(at: time.now) == .seconds(540))
    #expect(timer.paused(at: time.now) == timer)
    timer = timer.resumed(at: time.now)
    time.pass(.seconds(40))
    #expect(timer.remaining(at: time.now) == .seconds(500))
    #expect(timer.resumed(at: time.now) == timer)
  }

  @Test("Time can be added to a timer that runs, is paused or is over")
  func adding() {
    let timer = timer(1)
    #expect(timer.adding(.seconds(30), at: time.now).remaining(at: time.now) == .seconds(90))
    #expect(timer.adding(.seconds(30), at: time.now).duration == .seconds(60))
    #expect(timer.paused(at: time.now).adding(.seconds(30), at: time.now).state == .paused(remaining: .seconds(90)))
    time.pass(.seconds(100))
    #expect(timer.adding(.seconds(30), at: time.now).remaining(at: time.now) == .seconds(30))
    #expect(timer.paused(at: time.now).remaining(at: time.now) == .zero)
  }
}

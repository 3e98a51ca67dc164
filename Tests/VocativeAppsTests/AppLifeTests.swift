import Testing
import VocativeApps

@Suite("The life of an app's process")
struct AppLifeTests {
  private func life(_ schedule: AppLife.Schedule = .init(startsAtStart: true)) -> AppLife { AppLife(schedule) }

  @Test("An app is started once, says hello, and works on requests")
  func start() {
    var life = life()
    #expect(life.need(at: .zero) == .launch)
    #expect(life.need(at: .zero) == nil)
    #expect(life.phase == .starting)
    life.hello(at: .seconds(1))
    #expect(life.phase == .ready)
    #expect(life.begin(at: .seconds(2)) == nil)
    #expect(life.phase == .running)
    #expect(life.begin(at: .seconds(2)) == nil)
    life.finish(at: .seconds(3))
    #expect(life.phase == .running)
    life.finish(at: .seconds(4))
    #expect(life.phase == .ready)
    #expect(life.deadline == nil)
  }

  @Test("An app that does not say hello in time is ended")
  func silent() {
    var life = life()
    _ = life.need(at: .zero)
    #expect(life.deadline == .seconds(10))
    #expect(life.tick(at: .seconds(9)) == nil)
    #expect(life.tick(at: .seconds(10)) == .kill)
    #expect(life.phase == .failing)
    #expect(life.reason == "it did not say hello within 10.0 seconds")
  }

  @Test("A crash is followed by restarts with growing pauses, up to the maximum")
  func pauses() {
    var life = life()
    var now = Duration.zero
    _ = life.need(at: now)
    var pauses: [Duration] = []
    for _ in 0..<12 {
      life.hello(at: now)
      #expect(life.exit("it exited with status 1", at: now) == nil)
      guard case .failed(let until) = life.phase else {
        Issue.record("\(life.phase)")
        return
      }
      #expect(!life.isAvailable)
      pauses.append(until - now)
      #expect(life.tick(at: until - .milliseconds(1)) == nil)
      #expect(life.tick(at: until) == .launch)
      now = until
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { .seconds($0) })
  }

  @Test("After a long time without a failure, the first pause is short again")
  func stable() {
    var life = life()
    var now = Duration.zero
    _ = life.need(at: now)
    for _ in 0..<3 {
      life.hello(at: now)
      _ = life.exit("", at: now)
      now += .seconds(10)
      _ = life.tick(at: now)
    }
    life.hello(at: now)
    _ = life.exit("", at: now + .seconds(60))
    #expect(life.phase == .failed(until: now + .seconds(61)))
  }

  @Test("An idle app is ended after its time, and started again by a request")
  func idle() {
    var life = life(.init(startsAtStart: true, idle: .seconds(30)))
    _ = life.need(at: .zero)
    life.hello(at: .seconds(1))
    #expect(life.deadline == .seconds(31))
    #expect(life.tick(at: .seconds(31)) == .close)
    #expect(life.phase == .idle)
    #expect(life.exit("it exited with status 0", at: .seconds(32)) == nil)
    #expect(life.phase == .stopped)
    #expect(life.begin(at: .seconds(40)) == .launch)
  }

  @Test("A request that arrives while an idle app ends is served by a new process")
  func idleRequest() {
    var life = life(.init(startsAtStart: true, idle: .seconds(30)))
    _ = life.need(at: .zero)
    life.hello(at: .zero)
    _ = life.tick(at: .seconds(30))
    #expect(life.begin(at: .seconds(31)) == nil)
    #expect(life.exit("", at: .seconds(32)) == .launch)
    life.hello(at: .seconds(33))
    #expect(life.phase == .running)
  }

  @Test("An app that starts at its first use is ended soon after the hello that is read at the start, and then stays")
  func firstUse() {
    var life = life(.init(startsAtStart: false))
    _ = life.need(at: .zero)
    life.hello(at: .seconds(1))
    #expect(life.tick(at: .seconds(11)) == .close)
    #expect(life.exit("", at: .seconds(12)) == nil)
    #expect(life.begin(at: .seconds(100)) == .launch)
    life.hello(at: .seconds(101))
    life.finish(at: .seconds(102))
    #expect(life.deadline == nil)
  }
}

import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Testing
import Vocative
import VocativePage
import VocativeTestSupport

@Suite("Events of an open page", .tags(.long), .serialized)
struct PageEventsTests {
  private static let everything: Set<String> = ["state", "heard", "card", "shortcuts", "timeline", "activities", "features"]

  /// Reads messages until all of these topics have arrived.
  private func topics(of page: RunningPage, _ path: String = "/events", until all: Set<String>) async throws {
    let seen = Mutex<Set<String>>([])
    try await page.watch(path) { topic, _ in
      seen.withLock {
        $0.insert(topic); return $0.isSuperset(of: all)
      }
    }
  }

  @Test("A browser receives everything when it connects and when it reconnects")
  func everythingAtFirst() async throws {
    let page = try await RunningPage()
    for _ in 1...2 { try await topics(of: page, until: Self.everything) }
    try await topics(of: page, "/events?view=kiosk", until: ["state", "heard", "card"])
  }

  @Test("A change of state, a level and a card are sent immediately")
  func changes() async throws {
    let page = try await RunningPage()
    let hub = page.hub
    let steps = Mutex<[String]>([])
    try await page.watch { topic, data in
      let step = steps.withLock { $0.count }
      switch step {
      case 0 where topic == "timeline":
        steps.withLock { $0.append("connected") }
        hub.receive(.state(.awake))
      case 1 where topic == "state" && data.contains("data-state=\"awake\""):
        steps.withLock { $0.append("awake") }
        for _ in 0..<10 { hub.receive(.level(InputLevel(of: [3277, -3277]))) }
      case 2 where topic == "level":
        #expect(abs((Double(data) ?? 0) + 20) < 0.5)
        steps.withLock { $0.append("level") }
        try await page.ask("vacation goal")
      case 3 where topic == "card" && data.contains("Summer Vacation"):
        return true
      default: break
      }
      return false
    }
    #expect(steps.withLock { $0 } == ["connected", "awake", "level"])
  }

  @Test("A change of a card after its answer is sent at once, with the words of the answer, and is no event of its own")
  func updates() async throws {
    let page = try await RunningPage(presenters: [])
    let hub = page.hub
    let step = Mutex(0)
    try await page.watch { topic, data in
      switch step.withLock({ $0 }) {
      case 0 where topic == "timeline":
        step.withLock { $0 = 1 }
        try await page.ask("vacation goal")
      case 1 where topic == "card" && data.contains("Summer Vacation"):
        step.withLock { $0 = 2 }
        var conversation = TypedConversation(runtime: page.runtime)
        let answer = try #require(try await conversation.say("vacation goal").last)
        hub.receive(.event(answer))
        let card = ResponseCard(title: "Vacation", rows: [.init("Now", "nearer")])
        hub.receive(.event(answer.updated(with: card, at: 0)))
        hub.receive(
          .event(TurnEvent(time: 0, kind: .updated(intent: "Secret", card: card), isPrivate: true, assistant: "money")))
      case 2 where topic == "card" && data.contains("nearer"):
        #expect(data.contains("You have saved"))
        return true
      default: break
      }
      return false
    }
    let html = try await page.get("/").text
    #expect(html.contains("nearer") && !html.contains("Shown"))
  }

  @Test("A change of what the assistants remember is shown at once")
  func memory() async throws {
    let page = try await RunningPage()
    let seen = Mutex<[String]>([])
    try await page.watch { topic, _ in
      let count = seen.withLock {
        $0.append(topic); return $0.count
      }
      if count == Self.everything.count { page.hub.receive(.memory) }
      return count == Self.everything.count + 4
    }
    #expect(Set(seen.withLock { $0.suffix(4) }) == ["shortcuts", "timeline", "activities", "features"])
  }

  @Test("A line end of any kind in a dialog cannot forge an event", arguments: ["\r", "\r\n", "\n", "\n\r"])
  func forgedMessages(end: String) async throws {
    let page = try await RunningPage()
    let forged = "hello\(end)\(end)event: state\(end)data: forged\(end)\(end)bye"
    page.hub.receive(.event(TurnEvent(time: 0, kind: .asked(dialog: forged, parameter: "x"))))
    let seen = Mutex<[String]>([])
    try await page.watchRaw { text in
      seen.withLock {
        $0.append(text)
        return $0.joined().contains("event: timeline")
      }
    }
    // A browser accepts all three as the end of a line.
    let lines = seen.withLock { $0.joined() }.replacing("\r\n", with: "\n").replacing("\r", with: "\n").split(separator: "\n")
    #expect(lines.contains { $0.contains("data: forged") && $0.hasPrefix("data: ") }, "it is there, as data")
    #expect(!lines.contains("data: forged"), "\(lines)")
    #expect(lines.count { $0.hasPrefix("event: state") } == 1, "\(lines)")
  }

  @Test("All 256 viewers receive a card, and there are no more viewers")
  func many() async throws {
    let page = try await RunningPage()
    let connected = Connected()
    let viewers = (1...PageHub.maxViewers).map { _ in
      Task {
        try await page.watch { topic, data in
          if topic == "timeline" { connected.count.withLock { $0 += 1 } }
          return topic == "card" && data.contains("Summer Vacation")
        }
      }
    }
    #expect(await eventually { connected.count.withLock { $0 } >= 256 })
    #expect(page.hub.viewerCount == 256)
    #expect(try await page.get("/events").status == 503)
    try await page.ask("vacation goal")
    for viewer in viewers { try await viewer.value }
  }

  @Test("A viewer that never reads requires no memory for missed messages", .enabled(if: ResidentMemory.isMeasurable))
  func slow() async {
    // In a separate process, because tests that run at the same time also need memory.
    await #expect(processExitsWith: .success) {
      let page = try await RunningPage()
      var request = WebRequest(path: "/events")
      request.headers.add(name: RunningPage.pass.0, value: RunningPage.pass.1)
      let reader = try await WebExchange(request, port: page.port, readsAnswer: false)
      #expect(await eventually { page.hub.viewerCount == 1 })
      func tell(_ count: Int) {
        let text = String(repeating: "a very long answer ", count: 500)
        for _ in 0..<count { page.hub.receive(.event(TurnEvent(time: 0, kind: .asked(dialog: text, parameter: "x")))) }
      }
      tell(100)
      let before = try ResidentMemory.byteCount()
      // Each text is 9 kB and occurs in the card and in the history, so storing them for the viewer would take at least 180 MB.
      tell(10_000)
      #expect(try await page.get("/").status == 200, "the server still answers other requests")
      #expect(try ResidentMemory.byteCount() - before < 64 << 20)
      withExtendedLifetime(reader) {}
    }
  }

  @Test("Presenters are notified while the page has viewers")
  func visibility() async throws {
    let page = try await RunningPage(presenters: [WatchedPresenter.self])
    try await page.ask("vacation goal")
    let before = WatchedPresenter.counts.withLock { $0 }
    try await page.watch { topic, _ in topic == "card" }
    #expect(await eventually { WatchedPresenter.counts.withLock { $0.appeared > before.appeared } })
    // The server notices at the next message that the viewer has disconnected.
    #expect(
      await eventually {
        page.hub.receive(.state(.idle))
        page.hub.receive(.state(.awake))
        return WatchedPresenter.counts.withLock { $0.disappeared > before.disappeared }
      })
  }

  @Test("A card is drawn again by its presenters, and can change, after the last viewer has left and another one has connected")
  func returning() async throws {
    let page = try await RunningPage(presenters: [WatchedPresenter.self])
    try await page.ask("vacation goal")
    try await page.watch { topic, _ in topic == "card" }
    let before = WatchedPresenter.counts.withLock { $0 }
    #expect(
      await eventually {
        page.hub.receive(.state(.idle))
        page.hub.receive(.state(.awake))
        return page.hub.viewerCount == 0 && WatchedPresenter.counts.withLock { $0.disappeared > before.disappeared }
      })
    let former = WatchedPresenter.counts.withLock { $0.appeared }
    let isUpdated = Mutex(false)
    try await page.watch { topic, data in
      if topic == "card", data.contains("changed") { return true }
      if topic == "timeline", !isUpdated.withLock({ $0 }) {
        isUpdated.withLock { $0 = true }
        let hasAppeared = await eventually { WatchedPresenter.counts.withLock { $0.appeared > former } }
        #expect(hasAppeared)
        await WatchedPresenter.display.withLock { $0 }?.update(.text("changed"))
        return !hasAppeared
      }
      return false
    }
  }

  @Test("Stopping the server closes its connections and frees its port")
  func restart() async throws {
    let page = try await RunningPage()
    let ended = Task { try? await page.watch { _, _ in false } }
    #expect(await eventually { page.hub.viewerCount == 1 })
    await page.end()
    _ = await ended.value
    #expect(page.hub.viewerCount == 0)
  }
}

/// The number of viewers that have connected.
private final class Connected: Sendable {
  let count = Mutex(0)
}

/// Counts how often instances appear and disappear.
private final class WatchedPresenter: ReplacingPresenter {
  static let counts = Mutex((appeared: 0, disappeared: 0))
  /// The display of the latest instance that appeared.
  static let display = Mutex<InterfaceDisplay?>(nil)

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation { Presentation(.text("seen"), showing: Set(interaction.interfaceParameters)) }

  func didAppear(on display: InterfaceDisplay) async {
    Self.display.withLock { $0 = display }
    Self.counts.withLock { $0.appeared += 1 }
  }
  func didDisappear() async { Self.counts.withLock { $0.disappeared += 1 } }
}

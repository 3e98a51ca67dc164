import Foundation
import Logging
import Synchronization
import Testing
import Vocative
import VocativePage
import VocativeTestSupport

@Suite("A page without a microphone", .tags(.long))
struct PageMicrophoneTests {
  @Test("The page and the kiosk show a microphone fault until audio arrives")
  func fault() async throws {
    let page = try await RunningPage()
    #expect(try await !page.get("/").text.contains("class=\"message failure\""))
    let logger = Logger.silent
    let (events, event) = AsyncStream.makeStream(of: CaptureEvent.self)
    let source = MicrophoneSource(device: "no-such-device", whenUnavailable: .wait, logger: logger) { event.yield($0) }
    let listening = Task { for try await _ in source.frames() {} }
    defer { listening.cancel() }
    let missing = try #require(await events.first { _ in true })
    page.hub.receive(missing)
    for path in ["/", "/kiosk"] { #expect(try await page.get(path).text.contains("there&#39;s no microphone")) }

    page.hub.takeMicrophoneFault("Your user may not open <it>.")
    #expect(try await page.get("/").text.contains("Your user may not open &lt;it&gt;."))
    page.hub.receive(.level(InputLevel(of: [1, 2, 3])))
    #expect(try await !page.get("/").text.contains("Your user may not open"))
  }

  @Test("A typed request is passed on unchanged, and the page is shown again")
  func request() async throws {
    let page = try await RunningPage()
    #expect(try await !page.get("/").text.contains("Ask in writing"), "the page has no form if it cannot perform requests")
    #expect(try await page.post("/requests", ["text": "safe to spend"]).status == 404)
    let taken = Mutex<[String]>([])
    let runtime = page.runtime
    page.hub.answerRequests { text, _ in
      taken.withLock { $0.append(text) }
      guard text != "fail" else { throw TurnLoopError.notListening }
      var conversation = TypedConversation(runtime: runtime)
      for event in try await conversation.say(text) { page.hub.receive(.event(event)) }
    }
    #expect(try await page.get("/").text.contains("Ask in writing"))
    #expect(try await !page.get("/kiosk").text.contains("Ask in writing"))
    #expect(try await page.post("/requests", ["text": "safe to spend"]).status == 303)
    #expect(taken.withLock { $0 } == ["safe to spend"])
    #expect(try await page.get("/").text.contains("safe to spend"))
    let failed = try await page.post("/requests", ["text": "fail"])
    #expect(failed.status == 422)
    #expect(failed.text.contains("cannot wait for a command"))
    for text in ["", "?!", String(repeating: "a ", count: 200)] {
      #expect(try await page.post("/requests", ["text": text]).status == 422)
    }
    #expect(
      try await page.post("/requests", ["text": "safe to spend"], headers: [("Origin", "http://evil.example")]).status == 403)
    #expect(taken.withLock { $0.count } == 2)
  }
}

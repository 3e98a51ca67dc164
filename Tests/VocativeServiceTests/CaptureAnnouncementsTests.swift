import Testing
import Vocative
import VocativeService
import VocativeTestSupport

@Suite("Announcements of microphone faults", .timeLimit(.minutes(1)))
struct CaptureAnnouncementsTests {
  private static let loud = "I can't hear well: the microphone's gain is too high."
  private static let muted = "I can't hear anything: the microphone is muted."

  @Test("A fault that comes and goes is announced once an hour, and another fault at once")
  func comingAndGoing() async throws {
    let (events, event) = AsyncStream.makeStream(of: CaptureEvent.self)
    let (sentences, sentence) = AsyncStream.makeStream(of: String.self)
    let clock = ManualClock()
    let announcements = CaptureAnnouncements(of: events, frames: { 0 }, clock: clock) { text, _ in sentence.yield(text) }
    let running = Task { try await announcements.run() }
    func come(_ condition: CaptureCondition) {
      let episode = CaptureEpisode(condition: condition, detail: "", start: 0, end: 0)
      event.yield(.began(episode))
      event.yield(.ended(episode))
    }

    var said = sentences.makeAsyncIterator()
    for condition in [CaptureCondition.clipping, .clipping, .clipping, .silent] { come(condition) }
    #expect(await said.next() == Self.loud)
    #expect(await said.next() == Self.muted)
    clock.advance(by: .seconds(3600))
    for condition in [CaptureCondition.silent, .clipping] { come(condition) }
    #expect(await said.next() == Self.muted)
    #expect(await said.next() == Self.loud)
    event.finish()
    try await running.value
  }
}

import Logging
import Money
import Testing
import Vocative
import VocativeTestSupport

// Serialized: decoding keeps a core busy, and parallel tests would wait for the same few threads.
@Suite("Recordings in the whole pipeline", .tags(.long), .serialized)
struct RecordingTests {
  @Test("The recordings include every kind of request, and speech that is not for the assistant")
  func manifestIsComplete() {
    let expectations = Recording.all.map(\.expectation)
    #expect(Recording.all.count >= 40)
    #expect(expectations.count { $0 == .nothing } >= 8)
    for intent in ["SafeToSpend", "GoalProgress", "ExpenseLeft"] {
      #expect(expectations.contains { if case .understood(intent, _) = $0 { true } else { false } }, "\(intent)")
    }
  }

  @Test("A recording has the expected result", arguments: Recording.all)
  func recording(_ recording: Recording) async throws {
    let pipeline = try await TestPipeline()
    try await pipeline.play(AudioFileSource(path: recording.path, logger: pipeline.logger))
    let events = pipeline.events

    switch recording.expectation {
    case .understood(let intent, let slots):
      let understood = events.understood
      try #require(understood.count == 1, "\(events)")
      #expect(understood[0].intent == intent)
      #expect(understood[0].slots == slots)
      #expect(events.responses.map(\.code) == [.success])
      #expect(events.rejections.isEmpty)
      #expect(events.spotted.first == "hey assistant")
      #expect(pipeline.spokenTexts == events.responses.map(\.dialog))
    case .rejected(let reason):
      try #require(events.rejections.count == 1, "\(events)")
      if let reason { #expect(events.rejections[0] == reason) }
      #expect(events.understood.isEmpty)
      #expect(pipeline.spokenTexts.count == 1, "the person hears why the request was rejected")
    case .nothing:
      #expect(events.isEmpty)
      #expect(pipeline.spokenTexts.isEmpty)
    case .read:
      break
    }
  }

  @Test("Events are in order of time, and hits lie within the recording")
  func timesAreInOrder() async throws {
    let pipeline = try await TestPipeline()
    try await pipeline.play(
      AudioFileSource(path: Recording.folder + "/money/slt-breath-vacation-goal.wav", logger: pipeline.logger))
    let times = pipeline.events.map(\.time)
    #expect(times == times.sorted())
    let end = try #require(times.last)
    for event in pipeline.events {
      guard case .spotted(_, let start, let stop, let score) = event.kind else { continue }
      #expect(start >= 0 && start < stop && stop <= end + 0.5)
      #expect(score >= 0, "a hit's margin over its threshold is not negative")
    }
  }

  @Test("Two consecutive recordings have the same results as each alone")
  func runsAreIndependent() async throws {
    let pipeline = try await TestPipeline()
    let path = Recording.folder + "/money/slt-breath-vacation-goal.wav"
    try await pipeline.play(AudioFileSource(path: path, logger: pipeline.logger))
    let once = pipeline.events
    try await pipeline.play(AudioFileSource(path: path, logger: pipeline.logger))
    #expect(pipeline.events.map(\.kind) == (once + once).map(\.kind))
    #expect(pipeline.events.map(\.time) == (once + once).map(\.time))
  }
}

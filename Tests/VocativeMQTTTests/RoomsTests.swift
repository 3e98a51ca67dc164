import AssistantTestSupport
import BrokerTestSupport
import Foundation
import Synchronization
import Testing
import Vocative
import VocativeMQTT
import VocativeTestSupport

@Suite(
  "Several boxes on one broker", .tags(.long), .serialized, .enabled(if: Skill.isInstalled, Comment(rawValue: Skill.reason)),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(15)))
struct RoomsTests {
  static let intents = """
    wake: [hey assistant]
    intents:
      Goal:
        phrases: ["{goals:goal} goal"]
        response: Here it is.
    lists:
      goals: [vacation]
    """

  /// Keeps several threads in step, because real rooms hear a word at the same moment.
  private final class Together: Sendable {
    private let condition = NSCondition()
    private let state = Mutex((count: 0, round: 0))
    private let members: Int

    init(_ members: Int) { self.members = members }

    func meet() {
      condition.lock()
      defer { condition.unlock() }
      let round = state.withLock { state in
        state.count += 1
        guard state.count == members else { return Int?.some(state.round) }
        state = (0, state.round + 1)
        return nil
      }
      guard let round else { return condition.broadcast() }
      while state.withLock({ $0.round }) == round { condition.wait() }
    }
  }

  /// Returns the audio of a distant speaker: quieter speech in the same noise.
  private func heard(_ gain: Double, seed: UInt64) throws -> [Int16] {
    var noise = seed
    return try (RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") + [Int16](repeating: 0, count: 24_000)).map {
      sample in
      noise = noise &* 6_364_136_223_846_793_005 &+ 1
      let hiss = Double(Int64(bitPattern: noise) >> 44) / Double(1 << 19) * 40
      return Int16(clamping: Int((Double(sample) * gain + hiss).rounded()))
    }
  }

  private func listen(_ boxes: [(box: Box, gain: Double)]) async throws {
    let together = Together(boxes.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, entry) in boxes.enumerated() {
        let samples = try heard(entry.gain, seed: UInt64(index + 1))
        let source = SampleSource(samples) { position in
          // Four times a second.
          if position.isMultiple(of: AudioFrame.sampleCount * 8) { together.meet() }
        }
        group.addTask { try await entry.box.loop.run(source) }
      }
      try await group.waitForAll()
    }
  }

  @Test("If several rooms hear a request, only the one that heard it best answers", arguments: [0, 1, 2])
  func oneAnswer(nearest: Int) async throws {
    let broker = try await MosquittoBroker()
    let watcher = try await Skill(port: broker.port)
    var boxes: [(box: Box, gain: Double)] = []
    for (index, room) in ["attic", "kitchen", "study"].enumerated() {
      let gain = index == nearest ? 1 : 0.25 + 0.1 * Double(index)
      boxes.append((try await Box(room: room, port: broker.port, intents: Self.intents), gain))
    }
    for room in ["attic", "kitchen", "study"] { _ = await watcher.find("vocative/rooms/\(room)/heard") }
    try await listen(boxes)
    let intent = await watcher.find("hermes/intent/Goal")
    let claims = watcher.told.filter { $0.topic.hasSuffix("/heard") }.map(\.json).joined(separator: "\n")
    #expect(boxes.map(\.box.said) == (0..<3).map { $0 == nearest ? ["Here it is."] : [] }, "\(claims)")
    #expect(intent?.text("siteId") == ["attic", "kitchen", "study"][nearest])
  }

  @Test("Rooms answer independently without a broker, and coordinate again when it is back")
  func outage() async throws {
    let broker = try await MosquittoBroker()
    let (near, far) = (
      try await Box(room: "near", port: broker.port, intents: Self.intents),
      try await Box(room: "far", port: broker.port, intents: Self.intents)
    )
    do {
      let watcher = try await Skill(port: broker.port)
      for room in ["near", "far"] { _ = await watcher.find("vocative/rooms/\(room)/heard") }
      await broker.kill()
    }
    try await listen([(near, 1), (far, 0.3)])
    #expect(near.said == ["Here it is."])
    #expect(far.said == ["Here it is."])
    try await broker.start()
    let watcher = try await Skill(port: broker.port)
    for room in ["near", "far"] { _ = await watcher.find("vocative/rooms/\(room)/heard") }
    // The answer of the other room from before does not count.
    try await listen([(near, 1)])
    #expect(near.said.count == 2)
    try await listen([(near, 1), (far, 0.3)])
    #expect(near.said.count == 3)
    #expect(far.said.count == 1)
  }
}

import AssistantTestSupport
import Foundation
import Logging
import Money
import Synchronization
import Testing
import Vocative
import VocativeTestSupport
import VocativeWyoming

@Suite(
  "Wake phrases from another Wyoming service", .tags(.long), .serialized,
  .enabled(if: ReferenceWyomingService.isInstalled, Comment(rawValue: ReferenceWyomingService.reason)))
struct WakeServiceTests {
  private let logger = Logger.silent
  private static let request = Result { try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") }
  private static let pause = [Int16](repeating: 0, count: 16_000)

  private final class Record: Sendable {
    let events = Mutex<[TurnEvent]>([])
    var spotted: [Double] {
      events.withLock { $0.compactMap { if case .spotted("hey assistant", _, let end, _) = $0.kind { end } else { nil } } }
    }
    var intents: [String] {
      events.withLock { $0.compactMap { if case .understood(_, let intent, _, _) = $0.kind { intent } else { nil } } }
    }
  }

  /// Whether a wait has timed out.
  private static let isGivenUp = Atomic(false)

  /// Blocks the calling thread until a condition holds or the wait times out.
  private static func block(until condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition() {
      sched_yield()
      guard ContinuousClock.now > deadline else { continue }
      return isGivenUp.store(true, ordering: .relaxed)
    }
  }

  /// Plays samples to a turn loop of the money assistant that uses a wake word service.
  ///
  /// - Parameters:
  ///   - threshold: The local threshold of the wake phrase, or nil for the predicted one.
  ///   - beforeFrame: A function that is called with the position of each frame before the frame is heard, and may block.
  private func play(
    _ samples: [Int16], to service: any WakeWordService, threshold: Double? = nil,
    beforeFrame: @escaping @Sendable (Int) -> Void
  ) async throws -> Record {
    Self.isGivenUp.store(false, ordering: .relaxed)
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: try MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    let runtime = try IntentRuntime(assistant: assistant, memory: .inMemory(assistant: "money"), logger: logger)
    let file = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    if let threshold { try file.write(.wakePhrase(threshold)) }
    let record = Record()
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: RecordingSynthesizer())
    stages.wakeWords = service
    var configuration = TurnLoop.Configuration()
    configuration.calibration = file
    let loop = TurnLoop(runtime: runtime, stages: stages, configuration: configuration, logger: logger) { notice in
      if case .event(let event) = notice { record.events.withLock { $0.append(event) } }
    }
    try await loop.run(SampleSource(samples, beforeFrame: beforeFrame))
    let isGivenUp = Self.isGivenUp.load(ordering: .relaxed)
    #expect(!isGivenUp, "the awaited event has arrived")
    return record
  }

  /// Waits at one of the first frames until the service answers, so that it answers before the first word.
  @Sendable private static func awaitAnswer(_ service: WyomingWakeWords, at position: Int) {
    if position == 1600 { block { service.isAnswering } }
  }

  @Test("A detection by the service counts without a local hit, and the command after it is understood")
  func found() async throws {
    let server = try await RunningWyoming()
    let service = WyomingWakeWords(try WyomingAddress(uri: server.uri), limit: .seconds(300), logger: logger)
    // No speech reaches the maximum threshold.
    let record = try await play(Self.pause + Self.request.get() + Self.pause, to: service, threshold: 100) { position in
      Self.awaitAnswer(service, at: position)
      if position == 16_000 + Int(2.4 * 16_000) / 320 * 320 { Self.block { service.detectionCount > 0 } }
    }
    #expect(record.spotted.count == 1)
    #expect(record.intents == ["GoalProgress"])
  }

  @Test("A command is understood even if the detection arrives after its end")
  func late() async throws {
    let server = try await RunningWyoming()
    let service = WyomingWakeWords(try WyomingAddress(uri: server.uri), limit: .seconds(300), logger: logger)
    let request = try Self.request.get()
    let isHeld = Mutex(true)
    let held = HeldWakeWords(service) { isHeld.withLock { $0 } }
    let record = try await play(Self.pause + request + Self.pause + Self.pause, to: held, threshold: 100) { position in
      Self.awaitAnswer(service, at: position)
      if position == (16_000 * 2 + request.count) / 320 * 320 {
        Self.block { service.detectionCount > 0 }
        isHeld.withLock { $0 = false }
      }
    }
    #expect(record.intents == ["GoalProgress"], "\(record.events.withLock { $0 })")
  }

  @Test("Local hits do not count while the service answers")
  func notFound() async throws {
    let other = try await ReferenceWyomingService("wake hey_assistant_v0.1 0")
    let service = WyomingWakeWords(other.address, limit: .seconds(300), logger: logger)
    let record = try await play(Self.pause + Self.request.get() + Self.pause, to: service) {
      Self.awaitAnswer(service, at: $0)
    }
    #expect(record.spotted.isEmpty)
    #expect(record.intents.isEmpty)
  }

  @Test("A detection by the service counts even without a spoken phrase")
  func claimed() async throws {
    let other = try await ReferenceWyomingService("wake hey_assistant_v0.1 1.5")
    let service = WyomingWakeWords(other.address, limit: .seconds(300), logger: logger)
    let silence = [Int16](repeating: 0, count: 16_000 * 3)
    let record = try await play(silence, to: service) { position in
      Self.awaitAnswer(service, at: position)
      if position == 16_000 * 2 { Self.block { service.detectionCount > 0 } }
    }
    let end = try #require(record.spotted.first)
    #expect((1.5...1.7).contains(end), "\(end)")
    #expect(record.spotted.count == 1)
  }

  @Test(
    "Local hits count if the service is missing, has other wake words, sends nothing or hangs later",
    arguments: ["nowhere", "wake alexa_v0.1 1", "hang", "wake-hang hey_assistant 0"])
  func standIn(behaviour: String) async throws {
    let other = behaviour == "nowhere" ? nil : try await ReferenceWyomingService(behaviour)
    let address = other?.address ?? .unix(path: "/nowhere/service")
    let service = WyomingWakeWords(address, limit: .seconds(1), retryTime: .seconds(300), logger: logger)
    let record = try await play(Self.pause + Self.request.get() + Self.pause, to: service) { position in
      guard behaviour.hasPrefix("wake-hang"), position == 1600 || position == 8000 else { return }
      Self.block { service.isAnswering == (position == 1600) }
    }
    #expect(record.spotted.count == 1)
    #expect(record.intents == ["GoalProgress"])
  }

  @Test("The service is used again when it is available again")
  func back() async throws {
    let server = try await RunningWyoming(isUnix: true)
    let service = WyomingWakeWords(
      try WyomingAddress(uri: server.uri), limit: .milliseconds(500), retryTime: .milliseconds(50), logger: logger)
    service.listen(for: ["hey assistant"])
    #expect(await eventually { service.isAnswering })
    await server.end()
    #expect(await eventually { !service.isAnswering })
    #expect(service.takeDetections() == nil)
    let again = try await RunningWyoming(at: server.uri)
    #expect(await eventually { service.isAnswering })
    await again.end()
  }
}

/// Withholds detections while it is held.
private final class HeldWakeWords: WakeWordService {
  private let service: WyomingWakeWords
  private let isHeld: @Sendable () -> Bool

  init(_ service: WyomingWakeWords, isHeld: @escaping @Sendable () -> Bool) {
    self.service = service
    self.isHeld = isHeld
  }

  func listen(for phrases: [String]) { service.listen(for: phrases) }
  func hear(_ frame: AudioFrame) { service.hear(frame) }
  func takeDetections() -> [WakeWordDetection]? { isHeld() ? [] : service.takeDetections() }
}

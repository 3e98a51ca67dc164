import AssistantTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Calibration changes during listening", .tags(.long), .serialized)
struct LiveCalibrationTests {
  private static let pause = [Int16](repeating: 0, count: 16_000 * 3)
  private static let request = Result { try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") }

  private static func assistant() throws -> Assistant {
    try GrowingAssistant.make(GrowingAssistant.Names(["vacation"]))
  }

  /// Thresholds for the wake phrase, and for a phrase that this assistant does not have.
  private static func calibration(_ threshold: Double, model: String = "en-us") -> SpottingCalibration {
    SpottingCalibration(
      acousticModel: model,
      phrases: ["hey assistant", "hello nobody"].map {
        .init(
          text: $0, log10Threshold: threshold, falseAlarmsPerHour: 0.1, recordings: 5, negativeHours: 1,
          date: Date(timeIntervalSince1970: 0))
      })
  }

  /// Plays requests with pauses after them, and performs a step in the middle of each pause.
  private func play(
    _ changes: [@Sendable () throws -> Void], to pipeline: TestPipeline
  ) async throws {
    let request = try Self.request.get()
    let length = request.count + Self.pause.count
    let places = changes.indices.map { (length * $0 + request.count + Self.pause.count / 4) / 320 * 320 }
    let samples = (0...changes.count).flatMap { _ in request + Self.pause }
    try await pipeline.play(
      SampleSource(samples) { position in
        guard let index = places.firstIndex(of: position) else { return }
        do { try changes[index]() } catch { Issue.record(error) }
      })
  }

  @Test("A replaced file applies from the next request on")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    try file.write(Self.calibration(100))
    let pipeline = try TestPipeline(assistant: Self.assistant(), calibration: file)
    try await play(
      [{ try file.write(Self.calibration(-20)) }, { try file.write(Self.calibration(100)) }], to: pipeline)
    #expect(pipeline.events.spotted.filter { $0 == "hey assistant" }.count == 1, "\(pipeline.events)")
    #expect(pipeline.events.understood.count == 1)
    let time = try #require(pipeline.events.first?.time)
    let length = Double(try Self.request.get().count + Self.pause.count) / 16_000
    #expect(time > length && time < 2 * length, "only the request between the two changes is heard")
  }

  @Test("Scores are relative to the tuned threshold")
  func scores() async throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    func score(_ threshold: Double) async throws -> Double? {
      try file.write(Self.calibration(threshold))
      let pipeline = try TestPipeline(assistant: Self.assistant(), calibration: file)
      try await play([], to: pipeline)
      guard case .spotted("hey assistant", _, _, let score)? = pipeline.events.first?.kind else { return nil }
      return score
    }
    let scores = (permissive: try #require(try await score(-15)), strict: try #require(try await score(-10)))
    #expect(abs(scores.permissive - scores.strict - 5) < 0.1)
  }

  @Test("A damaged file keeps the current thresholds and is reported once; a repaired one is applied")
  func broken() async throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    try file.write(Self.calibration(-20))
    let pipeline = try TestPipeline(assistant: Self.assistant(), calibration: file)
    try await play(
      [
        { try folder.write("{\"version\": 1}", to: "calibration.json") }, {},
        { try file.write(Self.calibration(100)) },
      ], to: pipeline)
    #expect(pipeline.events.understood.count == 3, "\(pipeline.events)")
    let errors = pipeline.events.compactMap { if case .error(let code, let message) = $0.kind { (code, message) } else { nil } }
    try #require(errors.count == 1, "\(errors)")
    #expect(errors[0].0 == "calibration")
    #expect(errors[0].1.contains(file.path))
    #expect(errors[0].1.contains("\"acoustic_model\" is missing"))
  }

  @Test("A file that is initially damaged, for another model, or deleted leaves the predicted thresholds")
  func predicted() async throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: try folder.write("nonsense", to: "calibration.json"))
    let pipeline = try TestPipeline(assistant: Self.assistant(), calibration: file)
    try await play(
      [
        { try file.write(Self.calibration(100, model: "another")) },
        { try file.write(Self.calibration(100)) },
        { try FileManager.default.removeItem(atPath: file.path) },
      ], to: pipeline)
    #expect(pipeline.events.understood.count == 3, "all but the third: \(pipeline.events)")
  }
}

import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Changes of thresholds and wake phrases while Wyoming is served")
struct WyomingCalibrationTests {
  private static func event(_ type: String, _ samples: [Int16] = []) -> [UInt8] {
    let bytes = SyntheticAudio.bytes(samples)
    return Array(
      "{\"type\":\"\(type)\",\"data\":{\"rate\":16000,\"width\":2,\"channels\":1},\"payload_length\":\(bytes.count)}\n".utf8)
      + bytes
  }

  /// Returns the events of a request in chunks, as clients send it, with silence before and after it.
  private static func request() throws -> [UInt8] {
    let silence = [Int16](repeating: 0, count: 32_000)
    let samples = try silence + RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") + silence
    let chunks = stride(from: 0, to: samples.count, by: 1024).flatMap {
      event("audio-chunk", Array(samples[$0..<min($0 + 1024, samples.count)]))
    }
    return event("audio-start") + chunks + event("audio-stop")
  }

  @Test("New thresholds apply to connected clients and to new ones")
  func followed() async throws {
    // No speech reaches the maximum threshold.
    let server = try await RunningWyoming(isUnix: true, calibration: .wakePhrase(100))
    let client = try RawClient.connect(to: server.path)
    defer { close(client) }
    let detect = Array("{\"type\":\"detect\"}\n".utf8)
    let strict = try await RawClient.ask(detect + Self.request(), on: client, until: "detect")
    #expect(strict.contains("not-detected"), "\(strict)")

    try server.calibration.write(.wakePhrase(-20))
    let tuned = try await RawClient.ask(Self.request(), on: client, until: "detect")
    #expect(tuned.contains("\"type\":\"detection\""), "\(tuned)")
    let fresh = try await RawClient.exchange(detect + Self.request(), with: server.path).joined()
    #expect(fresh.contains("\"type\":\"detection\""), "\(fresh)")
  }

  @Test("A new wake phrase with the same sentences applies to connected clients and to new ones")
  func otherWakePhrase() async throws {
    func file(_ wake: String) -> String {
      "wake: [\(wake)]\nintents:\n  Goal:\n    phrases: [vacation goal]\n    response: Good.\n"
    }
    let server = try await RunningWyoming(isUnix: true, intents: file("hey assistant"))
    let client = try RawClient.connect(to: server.path)
    defer { close(client) }
    let detect = Array("{\"type\":\"detect\"}\n".utf8)
    let before = try await RawClient.ask(detect + Self.request(), on: client, until: "detect")
    #expect(before.contains("\"type\":\"detection\""), "\(before)")
    try await server.reload(file("good morning computer"))
    let after = try await RawClient.ask(Self.request(), on: client, until: "detect")
    #expect(after.contains("not-detected"), "\(after)")
    let fresh = try await RawClient.exchange(detect + Self.request(), with: server.path).joined()
    #expect(fresh.contains("not-detected"), "\(fresh)")
  }

  @Test("A damaged file keeps the current thresholds, and a deleted one restores the predicted ones")
  func broken() async throws {
    let server = try await RunningWyoming(isUnix: true, calibration: .wakePhrase(100))
    let detect = Array("{\"type\":\"detect\"}\n".utf8)
    #expect(try await RawClient.exchange(detect + Self.request(), with: server.path).joined().contains("not-detected"))
    try Data("{".utf8).write(to: URL(fileURLWithPath: server.calibration.path))
    #expect(try await RawClient.exchange(detect + Self.request(), with: server.path).joined().contains("not-detected"))
    try FileManager.default.removeItem(atPath: server.calibration.path)
    let predicted = try await RawClient.exchange(detect + Self.request(), with: server.path).joined()
    #expect(predicted.contains("\"type\":\"detection\""), "\(predicted)")
  }
}

extension SpottingCalibration {
  /// Returns a calibration with a threshold for the wake phrase.
  static func wakePhrase(_ threshold: Double) -> SpottingCalibration {
    SpottingCalibration(
      acousticModel: "en-us",
      phrases: [
        .init(
          text: "hey assistant", log10Threshold: threshold, falseAlarmsPerHour: 0.1, recordings: 5, negativeHours: 1,
          date: Date(timeIntervalSince1970: 0))
      ])
  }
}

import Foundation
import Testing
import VocativeTestSupport

@Suite("A command behind the wake phrase on two connections", .tags(.long))
struct HandoverTests {
  /// Detects the wake phrase as Home Assistant does, and returns the number of samples that were sent until then.
  private func detect(in samples: [Int16], with server: RunningWyoming) async throws -> Int {
    let client = try RawClient.connect(to: server.path)
    defer { close(client) }
    func event(_ type: String, _ samples: ArraySlice<Int16> = []) -> [UInt8] {
      let bytes = SyntheticAudio.bytes(Array(samples))
      let data = type.hasPrefix("audio") ? "{\"rate\":16000,\"width\":2,\"channels\":1}" : "{}"
      return Array("{\"type\":\"\(type)\",\"data\":\(data),\"payload_length\":\(bytes.count)}\n".utf8) + bytes
    }
    var text = await RawClient.ask(event("detect") + event("audio-start") + event("ping"), on: client, until: "pong")
    for start in stride(from: 0, to: samples.count, by: 1600) {
      let end = min(start + 1600, samples.count)
      text += await RawClient.ask(event("audio-chunk", samples[start..<end]) + event("ping"), on: client, until: "pong")
      guard text.contains("\"type\":\"detection\"") else { continue }
      // The server keeps the audio before it disconnects.
      shutdown(client, Int32(SHUT_WR))
      #expect(await RawClient.isHungUp(client))
      return end
    }
    Issue.record("the wake phrase is not detected: \(text)")
    return samples.count
  }

  @Test(
    "A command in the same breath is transcribed from its beginning",
    arguments: [
      ("slt-breath-vacation-goal.wav", "vacation goal"), ("awb-breath-coffee-expense.wav", "coffee expense"),
    ])
  func breath(_ recording: String, _ words: String) async throws {
    let server = try await RunningWyoming(isUnix: true)
    let samples = [Int16](repeating: 0, count: 8000) + (try RawRecording.samples(of: "money/\(recording)"))
    let rest = Array(samples[try await detect(in: samples, with: server)...]) + [Int16](repeating: 0, count: 16_000)
    #expect(try await WyomingClientSocket(server.path).transcript(of: rest) == words)
  }

  @Test("A transcription without audio, or of a moment of silence, does not take the beginning of a command")
  func emptyAudio() async throws {
    let server = try await RunningWyoming(isUnix: true)
    let samples =
      [Int16](repeating: 0, count: 8000) + (try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav"))
    let rest = Array(samples[try await detect(in: samples, with: server)...]) + [Int16](repeating: 0, count: 16_000)
    for count in [0, 1600] {
      #expect(try await WyomingClientSocket(server.path).transcript(of: [Int16](repeating: 0, count: count)) == "")
    }
    #expect(try await WyomingClientSocket(server.path).transcript(of: rest) == "vacation goal")
  }
}

import Foundation
import VocativeTestSupport

/// A client that keeps one connection over a Unix socket and exchanges events in sequence.
final class WyomingClientSocket {
  struct Closed: Error {}

  /// An answer with a text.
  struct Answer: Equatable {
    let type: String
    let text: String
    /// The timestamp of an event of audio, in milliseconds.
    var timestamp: Int?
  }

  private let descriptor: Int32

  init(_ path: String) throws { descriptor = try RawClient.connect(to: path) }

  /// Connects to a port of this computer as another host of its network, such as 127.0.0.2.
  init(port: UInt16, from host: String) throws { descriptor = try RawClient.connect(toPort: port, from: host) }

  deinit { close(descriptor) }

  /// Sends a text to be handled, in the connection's own conversation or in a named one.
  func handle(_ text: String, in conversation: String? = nil) async throws -> Answer {
    var data: [String: Any] = ["text": text]
    if let conversation { data["context"] = ["conversation_id": conversation] }
    return try await exchange([try Self.event("transcript", data)], until: ["handled", "not-handled"])
  }

  /// Returns the transcript of 16 kHz mono samples.
  func transcript(of samples: [Int16]) async throws -> String {
    let format: [String: Any] = ["rate": 16_000, "width": 2, "channels": 1]
    var events = [try Self.event("transcribe", ["language": "en"]), try Self.event("audio-start", format)]
    for start in stride(from: 0, to: samples.count, by: 16_000) {
      let bytes = samples[start..<min(start + 16_000, samples.count)].flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      events.append(try Self.event("audio-chunk", format, payload: bytes))
    }
    events.append(try Self.event("audio-stop", [:]))
    return try await exchange(events, until: ["transcript"]).text
  }

  /// Begins to detect wake words, and waits until the server is ready.
  func detect() async throws {
    _ = try await exchange([try Self.event("detect", [:]), Self.event("ping", [:])], until: ["pong"])
  }

  /// Sends 16 kHz mono samples as one event, and waits until the server has heard them.
  func hear(_ samples: [Int16]) async throws {
    let format: [String: Any] = ["rate": 16_000, "width": 2, "channels": 1]
    let chunk = try Self.event("audio-chunk", format, payload: SyntheticAudio.bytes(samples))
    _ = try await exchange([chunk, try Self.event("ping", [:])], until: ["pong"])
  }

  /// Returns the intent of a text, or nil.
  func intent(of text: String) async throws -> String? {
    let answer = try await exchange([try Self.event("recognize", ["text": text])], until: ["intent", "not-recognized"])
    return answer.type == "intent" ? answer.text : nil
  }

  /// Waits until the server has answered all previous events.
  func ping() async throws { _ = try await exchange([try Self.event("ping", [:])], until: ["pong"]) }

  /// Speaks a text, and returns the last event: of the audio, or of a refusal.
  func speak(_ text: String) async throws -> Answer {
    try await exchange([try Self.event("synthesize", ["text": text])], until: ["audio-stop"])
  }

  private static func event(_ type: String, _ data: [String: Any], payload: [UInt8] = []) throws -> [UInt8] {
    let header = try JSONSerialization.data(withJSONObject: ["type": type, "data": data, "payload_length": payload.count])
    return Array(header) + Array("\n".utf8) + payload
  }

  private func exchange(_ events: [[UInt8]], until types: Set<String>) async throws -> Answer {
    let descriptor = descriptor
    return try await withCheckedThrowingContinuation { continuation in
      // Reading blocks, so it must not occupy one of the few threads that other tests use.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            for event in events { try Self.write(event, to: descriptor) }
            while true {
              let answer = try Self.read(from: descriptor)
              if types.contains(answer.type) { return answer }
              if answer.type == "error" { return answer }
            }
          })
      }
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var sent = 0
    while sent < bytes.count {
      let count = send(descriptor, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
      guard count > 0 else { throw Closed() }
      sent += count
    }
  }

  private static func read(from descriptor: Int32) throws -> Answer {
    var line: [UInt8] = []
    while line.last != 0x0A { line += try bytes(1, from: descriptor) }
    let header = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
    var data = header["data"] as? [String: Any] ?? [:]
    if let length = header["data_length"] as? Int, length > 0 {
      let more = try JSONSerialization.jsonObject(with: Data(try bytes(length, from: descriptor))) as? [String: Any]
      data.merge(more ?? [:]) { $1 }
    }
    if let length = header["payload_length"] as? Int, length > 0 { _ = try bytes(length, from: descriptor) }
    return Answer(
      type: header["type"] as? String ?? "", text: (data["text"] ?? data["name"]) as? String ?? "",
      timestamp: data["timestamp"] as? Int)
  }

  private static func bytes(_ count: Int, from descriptor: Int32) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0) }
      guard read > 0 else { throw Closed() }
      filled += read
    }
    return bytes
  }
}

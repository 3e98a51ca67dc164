import Foundation
import VocativeTestSupport

/// A scripted skill that uses paho-mqtt and no code of Vocative, and reports every message that it receives.
final class Skill {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A message that the skill received.
  struct Message: Sendable {
    let topic: String
    /// The payload as JSON.
    let json: String
    let isRetained: Bool

    private var object: Any? { try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) }

    /// Returns a text by its path, such as `intent.intentName`.
    func text(_ path: String) -> String? { value(path) as? String }
    /// Returns a number by its path.
    func number(_ path: String) -> Double? { (value(path) as? NSNumber)?.doubleValue }
    /// The whole payload, if it is a text.
    var text: String? { object as? String }

    private func value(_ path: String) -> Any? {
      var value = object
      for name in path.split(separator: ".") {
        if let index = Int(name) {
          let list = value as? [Any] ?? []
          value = list.indices.contains(index) ? list[index] : nil
        } else {
          value = (value as? [String: Any])?[String(name)]
        }
      }
      return value
    }
  }

  /// The Python interpreter that has paho-mqtt.
  static let python = Repository.path(".build/mqtt/bin/python")
  /// Whether paho-mqtt is installed.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
  /// The reason for skipping tests if paho-mqtt is not installed.
  static let reason =
    "the Python package paho-mqtt is not in .build/mqtt; if PyPI is reachable, \"make mqtt-peer\" installs it there"

  private let process = Process()
  private let input = Pipe()
  private var messages: AsyncStream<Message>.AsyncIterator
  /// The messages received so far.
  private(set) var told: [Message] = []

  /// Starts a skill and waits until it has subscribed to all topics.
  init(port: Int, script: String = "{}") async throws {
    let output = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
    messages = stream.makeAsyncIterator()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [Repository.path("Tests/VocativeMQTTTests/skill.py"), "127.0.0.1", "\(port)", script]
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    // Reading blocks, so it must not occupy one of the few threads that other tests use.
    Thread.detachNewThread {
      var rest = Data()
      while true {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { break }
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          if let message = Self.message(rest[rest.startIndex..<end]) { continuation.yield(message) }
          rest = rest[rest.index(after: end)...]
        }
      }
      continuation.finish()
    }
    guard await next("ready") != nil else { throw Failure(description: "the skill has not begun") }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Publishes a message.
  func publish(_ topic: String, _ payload: String) throws {
    let line = try JSONSerialization.data(withJSONObject: ["topic": topic, "payload": payload])
    try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
  }

  /// Waits for the next matching message on a topic, and returns nil if the skill has ended.
  func next(_ topic: String, where isRight: (Message) -> Bool = { _ in true }) async -> Message? {
    await next { $0.topic == topic && isRight($0) }
  }

  /// Waits for the next matching message on any topic, and returns nil if the skill has ended.
  func next(where isRight: (Message) -> Bool) async -> Message? {
    while let message = await messages.next() {
      told.append(message)
      if isRight(message) { return message }
    }
    return nil
  }

  /// Returns a matching message that was already received, or waits for the next one; nil if the skill has ended.
  func find(_ topic: String, where isRight: (Message) -> Bool = { _ in true }) async -> Message? {
    if let message = told.first(where: { $0.topic == topic && isRight($0) }) { return message }
    return await next(topic, where: isRight)
  }

  private static func message(_ line: Data) -> Message? {
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any], let topic = object["topic"] as? String
    else { return nil }
    let payload = object["payload"].flatMap { try? JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) }
    return Message(
      topic: topic, json: payload.map { String(decoding: $0, as: UTF8.self) } ?? "",
      isRetained: object["retained"] as? Bool == true)
  }
}

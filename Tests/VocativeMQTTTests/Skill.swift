import Foundation
import VocativeTestSupport

/// A skill made with paho-mqtt, from PyPI, which knows nothing of Vocative: it answers by a script, and tells all that it is told.
final class Skill {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A message as the skill was told it.
  struct Message: Sendable {
    let topic: String
    /// The payload: of JSON objects the fields, of other JSON the value under "".
    let json: String
    let isRetained: Bool

    private var object: Any? { try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) }

    /// A text by its path, as in `intent.intentName`.
    func text(_ path: String) -> String? { value(path) as? String }
    /// A number by its path.
    func number(_ path: String) -> Double? { (value(path) as? NSNumber)?.doubleValue }
    /// The whole payload as a text.
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

  /// The interpreter that has paho-mqtt.
  static let python = Repository.path(".build/mqtt/bin/python")
  /// Whether `make test` could fetch it.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
  /// What to say where it could not.
  static let reason = "the Python package paho-mqtt is not in .build/mqtt; with PyPI in reach, \"make mqtt-peer\" puts it there"

  private let process = Process()
  private let input = Pipe()
  private var messages: AsyncStream<Message>.AsyncIterator
  /// All that it was told so far.
  private(set) var told: [Message] = []

  /// Starts a skill and waits until it is told everything.
  init(port: Int, script: String = "{}") async throws {
    let output = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
    messages = stream.makeAsyncIterator()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [Repository.path("Tests/VocativeMQTTTests/skill.py"), "127.0.0.1", "\(port)", script]
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    // Reading blocks, and must not hold one of the few threads that other tests run on.
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

  /// Says something.
  func publish(_ topic: String, _ payload: String) throws {
    let line = try JSONSerialization.data(withJSONObject: ["topic": topic, "payload": payload])
    try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
  }

  /// Waits for the next message on a topic that is as it should be; nil when the skill has ended.
  func next(_ topic: String, where isRight: (Message) -> Bool = { _ in true }) async -> Message? {
    while let message = await messages.next() {
      told.append(message)
      if message.topic == topic, isRight(message) { return message }
    }
    return nil
  }

  /// A message that was told already, or the next; nil when the skill has ended.
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

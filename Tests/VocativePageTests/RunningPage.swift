import AssistantTestSupport
import Foundation
import Logging
import Money
import NIOCore
import NIOHTTP1
import Vocative
import VocativePage
import VocativeTestSupport

/// A page on this computer for the money assistant with a temporary store.
final class RunningPage: Sendable {
  /// The response to a request.
  struct Answer: Sendable {
    let status: UInt
    let headers: HTTPHeaders
    let text: String
  }

  struct Failure: Error {}

  static let token = "0123456789abcdef"

  let hub = PageHub()
  let runtime: IntentRuntime
  /// The address, such as `http://127.0.0.1:40123`.
  let url: String
  private let folder: TemporaryFolder
  private let work: Task<Void, any Error>

  var port: UInt16 { UInt16(url.split(separator: ":").last ?? "") ?? 0 }

  var authority: String { String(url.dropFirst("http://".count)) }

  init(
    host: String = "127.0.0.1", computer: String? = nil, limits: PageLimits = PageLimits(), folder: TemporaryFolder? = nil,
    presenters: [any ResponsePresenter.Type] = MoneyInterface.presenters, passphrase: String? = nil,
    owner: ((TurnLoop, _ folder: String) throws -> PageOwner)? = nil
  ) async throws {
    let logger = Logger.silent
    self.folder = try folder ?? TemporaryFolder()
    let folder = self.folder
    let assistant = try MoneyAssistant.make(store: try MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), unlock: Unlock(passphrase: passphrase),
      clock: ManualClock(), logger: logger)
    try await runtime.prepare()
    let (places, place) = AsyncStream.makeStream(of: String.self)
    guard let token = PageToken(Self.token) else { throw Failure() }
    var address = PageAddress(host: host, port: 0, token: token, sessionsFile: folder.path + "/sessions.json")
    address.limits = limits
    if let computer { address.computer = computer }
    let calibration = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    if let owner {
      var configuration = TurnLoop.Configuration()
      configuration.calibration = calibration
      let loop = TurnLoop(
        runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()),
        configuration: configuration, logger: logger, notify: { _ in })
      hub.serve(try owner(loop, folder.path))
    }
    let server = try PageServer(
      address, hub: hub, runtime: { [runtime] in runtime },
      presenters: { _ in presenters }, calibration: calibration,
      logger: logger
    ) { place.yield($0) }
    work = Task {
      defer { place.finish() }
      try await server.run()
    }
    guard let url = await places.first(where: { _ in true }) else { throw Failure() }
    self.url = String(url.dropLast())
  }

  deinit { work.cancel() }

  /// Stops the server and waits until it has ended.
  func end() async {
    work.cancel()
    _ = await work.result
  }

  // MARK: Requests

  /// The header that authorizes a request by the token.
  static let pass = ("Authorization", "Bearer " + token)

  /// - Parameter isStranger: Whether the request has no token.
  func get(_ path: String, headers: [(String, String)] = [], isStranger: Bool = false) async throws -> Answer {
    try await send(WebRequest(path: path), headers: (isStranger ? [] : [Self.pass]) + headers)
  }

  /// Sends a form as the page's own pages do, unless the headers say otherwise.
  func post(
    _ path: String, _ form: [String: String], headers: [(String, String)]? = nil, isStranger: Bool = false
  ) async throws -> Answer {
    let allowed = CharacterSet.alphanumerics
    let fields = form.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
    let request = WebRequest(
      method: .POST, path: path, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: fields.joined(separator: "&"))
    return try await send(request, headers: (isStranger ? [] : [Self.pass]) + (headers ?? [("Origin", url)]))
  }

  /// Sends a request without following redirections.
  func send(_ request: WebRequest, headers: [(String, String)] = []) async throws -> Answer {
    var request = request
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    let exchange = try await WebExchange(request, port: port)
    defer { withExtendedLifetime(exchange) {} }
    var head: HTTPResponseHead?
    var text = ""
    for try await part in exchange.parts {
      switch part {
      case .head(let received): head = received
      case .body(let buffer): text += String(buffer: buffer)
      case .end: break
      }
    }
    guard let head else { throw Failure() }
    return Answer(status: head.status.code, headers: head.headers, text: text)
  }

  /// Reads server-sent events, each with a topic and data, until `read` returns true.
  func watch(_ path: String = "/events", until read: @Sendable (_ topic: String, _ data: String) async throws -> Bool)
    async throws
  {
    var request = WebRequest(path: path)
    request.headers.add(name: Self.pass.0, value: Self.pass.1)
    let exchange = try await WebExchange(request, port: port)
    defer { withExtendedLifetime(exchange) {} }
    var text = ""
    for try await part in exchange.parts {
      if case .head(let head) = part, head.status != .ok { throw Failure() }
      guard case .body(let buffer) = part else { continue }
      text += String(buffer: buffer)
      while let end = text.range(of: "\n\n") {
        let lines = text[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        text.removeSubrange(..<end.upperBound)
        guard let topic = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7) else { continue }
        let data = lines.filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }.joined(separator: "\n")
        if try await read(String(topic), data) { return }
      }
    }
    throw Failure()
  }

  /// Reads the raw event stream until `read` returns true.
  func watchRaw(until read: @Sendable (_ text: String) async throws -> Bool) async throws {
    var request = WebRequest(path: "/events")
    request.headers.add(name: Self.pass.0, value: Self.pass.1)
    let exchange = try await WebExchange(request, port: port)
    defer { withExtendedLifetime(exchange) {} }
    for try await part in exchange.parts {
      guard case .body(let buffer) = part else { continue }
      if try await read(String(buffer: buffer)) { return }
    }
    throw Failure()
  }

  /// Sends a typed request to the assistant, and passes the events to the page.
  func ask(_ text: String) async throws {
    var conversation = TypedConversation(runtime: runtime)
    for event in try await conversation.say(text) { hub.receive(.event(event)) }
  }
}

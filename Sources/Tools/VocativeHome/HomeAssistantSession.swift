import Foundation
package import JSONValues
import NIOCore
import NIOWebSocket
import Synchronization

/// A connection to the WebSocket API.
package final class HomeAssistantSession: Sendable {
  private struct State {
    var lastID = 0
    /// The receivers of results, by the number of their command.
    var waiting: [Int: AsyncThrowingStream<[UInt8], any Error>.Continuation] = [:]
    var failure: (any Error)?
    var lastReceived = ContinuousClock.now
  }

  private struct Head: Decodable {
    struct Problem: Decodable {
      let code: String?
      let message: String?
    }

    let id: Int?
    let type: String
    let success: Bool?
    let error: Problem?
  }

  private struct Envelope<Value: Decodable>: Decodable {
    let result: Value
  }

  /// The occasions to look for changes: events, and once a minute for changes without an event.
  package let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  private let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
  /// The messages to send, in the order of their numbers, which Home Assistant requires.
  private let outbox: AsyncStream<[UInt8]>
  private let sending: AsyncStream<[UInt8]>.Continuation
  private let state = Mutex(State())
  /// The number under which the sign-in is waited for.
  private static let signInID = 0
  private let signIn: AsyncThrowingStream<[UInt8], any Error>
  private static let pingInterval = Duration.seconds(15)
  private static let maxSilence = Duration.seconds(40)

  init(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) {
    self.outbound = outbound
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (outbox, sending) = AsyncStream.makeStream()
    let (signIn, signedIn) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    self.signIn = signIn
    state.withLock { $0.waiting[Self.signInID] = signedIn }
  }

  // MARK: Commands

  /// Performs a command and returns its result.
  ///
  /// - Throws: `HomeAssistantSocketError`.
  package func result<Value: Decodable>(
    of command: String, _ fields: [String: JSONValue] = [:], as type: Value.Type = Value.self
  ) async throws -> Value {
    let bytes = try await perform(command, fields)
    do {
      return try JSONDecoder().decode(Envelope<Value>.self, from: Data(bytes)).result
    } catch {
      throw HomeAssistantSocketError.failed(command: command, reason: "its result has an unknown format")
    }
  }

  /// Subscribes to events of a type, which are occasions of `changes`.
  ///
  /// - Throws: `HomeAssistantSocketError`.
  package func subscribe(to event: String) async throws {
    _ = try await perform("subscribe_events", ["event_type": .string(event)])
  }

  @discardableResult
  private func perform(_ command: String, _ fields: [String: JSONValue]) async throws -> [UInt8] {
    let results = try state.withLock { state in
      state.lastID += 1
      try send(fields.merging(["id": .integer(state.lastID), "type": .string(command)]) { _, own in own })
      return try Self.wait(for: state.lastID, &state)
    }
    guard let bytes = try await results.first(where: { _ in true }) else { throw CancellationError() }
    let head = try JSONDecoder().decode(Head.self, from: Data(bytes))
    if head.success == false {
      if head.error?.code == "unauthorized" { throw HomeAssistantSocketError.forbidden }
      throw HomeAssistantSocketError.failed(command: command, reason: head.error?.message ?? "for an unknown reason")
    }
    return bytes
  }

  /// Returns when the token is accepted.
  func signedIn() async throws {
    guard try await signIn.first(where: { _ in true }) != nil else { throw CancellationError() }
  }

  private static func wait(for id: Int, _ state: inout State) throws -> AsyncThrowingStream<[UInt8], any Error> {
    if let failure = state.failure { throw failure }
    let (results, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    state.waiting[id] = continuation
    return results
  }

  private func send(_ message: [String: JSONValue]) throws { sending.yield(Array(try JSONEncoder().encode(message))) }

  /// Sends messages until the connection ends, and returns the reason.
  func deliver() async -> any Error {
    do {
      for await message in outbox {
        let data = ByteBuffer(bytes: message)
        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: data))
      }
      return CancellationError()
    } catch {
      return error
    }
  }

  // MARK: Messages

  /// Receives messages until the connection ends, and returns the reason.
  func receive(_ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, token: String) async -> any Error {
    var reason: any Error = HomeAssistantSocketError.closed
    do {
      for try await frame in inbound {
        state.withLock { $0.lastReceived = .now }
        switch frame.opcode {
        case .text: try receive(Array(frame.unmaskedData.readableBytesView), token: token)
        case .ping:
          try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData))
        case .connectionClose: throw HomeAssistantSocketError.closed
        default: break
        }
      }
    } catch {
      reason = error
    }
    let waiting = state.withLock { state in
      state.failure = reason
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.finish(throwing: reason) }
    change.finish()
    return reason
  }

  private func receive(_ bytes: [UInt8], token: String) throws {
    guard let head = try? JSONDecoder().decode(Head.self, from: Data(bytes)) else { return }
    switch head.type {
    case "auth_required": try send(["type": .string("auth"), "access_token": .string(token)])
    case "auth_invalid": throw HomeAssistantSocketError.refused
    case "auth_ok": finish(Self.signInID, bytes)
    case "event": change.yield()
    default: if let id = head.id { finish(id, bytes) }
    }
  }

  private func finish(_ id: Int, _ bytes: [UInt8]) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
    waiting?.yield(bytes)
    waiting?.finish()
  }

  /// Sends pings until Home Assistant is silent, and returns that fault.
  func watch() async -> any Error {
    var count = 0
    do {
      while true {
        try await Task.sleep(for: Self.pingInterval)
        let silence = state.withLock { ContinuousClock.now - $0.lastReceived }
        guard silence < Self.maxSilence else { return HomeAssistantSocketError.silent }
        try state.withLock { state in
          state.lastID += 1
          try send(["id": .integer(state.lastID), "type": .string("ping")])
        }
        count += 1
        if count.isMultiple(of: 4) { change.yield() }
      }
    } catch {
      return error
    }
  }
}

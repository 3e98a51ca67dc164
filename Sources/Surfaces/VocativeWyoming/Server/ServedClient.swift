import Foundation
import Logging
import NIOCore
import WyomingProtocol

/// Handles the events of a client.
protocol ClientSession {
  /// Handles an event and answers it.
  ///
  /// - Throws: `WyomingProtocolError` or `WyomingServiceError` to send to the client before the connection is closed; other errors if
  ///   the answer can't be sent.
  mutating func receive(_ event: WyomingEvent) async throws

  /// The client disconnected.
  func end() async
}

/// One client of a server.
///
/// Its errors don't affect the other clients.
struct ServedClient {
  private let connection: WyomingEndpoint.Connection
  private let answerTime: Duration
  private let makeSession: WyomingEndpoint.SessionMaker
  private let logger: Logger

  /// - Parameter answerTime: How long the client may take to read an answer.
  init(
    _ connection: WyomingEndpoint.Connection, answerTime: Duration, logger: Logger,
    makeSession: @escaping WyomingEndpoint.SessionMaker
  ) {
    self.connection = connection
    self.answerTime = answerTime
    self.makeSession = makeSession
    self.logger = logger
  }

  /// How long a refused client may take to disconnect.
  private static let parting = Duration.seconds(1)

  /// Answers events until the client sends no more, or a request fails.
  func serve(in places: ClientPlaces) async {
    do {
      try await connection.executeThenClose { incoming, outgoing in
        let channel = connection.channel
        let peer = ServedPeer(host: channel.remoteAddress?.ipAddress ?? "")
        let answer = WyomingAnswer(peer) { text, code in
          channel.pipeline.fireUserInboundEventTriggered(WyomingDismissal(text: text, code: code))
        } send: { event in
          let bytes = ByteBuffer(bytes: try event.bytes)
          // Without a limit, the answers to a client that does not read would accumulate.
          let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(answerTime)) {
            channel.close(promise: nil)
          }
          defer { deadline.cancel() }
          try await outgoing.write(bytes)
        }
        var incoming = incoming.makeAsyncIterator()
        guard let fault = try await exchange(with: &incoming, answer, in: places) else { return }
        logger.debug("disconnecting a Wyoming client: \(fault.text)")
        try await answer(fault)
        outgoing.finish()
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(Self.parting)) { channel.close(promise: nil) }
        defer { deadline.cancel() }
        while try await incoming.next() != nil {}
      }
    } catch {
      logger.debug("a Wyoming client disconnected: \(error)")
    }
  }

  /// - Returns: The reason for disconnecting the client; nil if the client disconnected.
  private func exchange(
    with incoming: inout NIOAsyncChannelInboundStream<WyomingArrival>.AsyncIterator, _ answer: WyomingAnswer,
    in places: ClientPlaces
  ) async throws -> WyomingEvent.Error? {
    let client = await WyomingClientAddress(connection.channel)
    logger.debug("a Wyoming client connected: \(client)")
    // A client that is not allowed takes no place.
    guard var session = makeSession(answer, client) else {
      return WyomingEvent.Error(text: "this address is not allowed", code: "forbidden")
    }
    guard places.take(for: answer) else {
      return WyomingEvent.Error(text: "too many clients are connected; try again", code: "busy")
    }
    defer { places.giveBack(of: answer.peer) }
    do {
      var fault: WyomingEvent.Error?
      while fault == nil, let arrival = try await incoming.next() {
        switch arrival {
        case .event(let event):
          places.use(by: answer.peer)
          try await session.receive(event)
        case .fault(let text, let code): fault = WyomingEvent.Error(text: text, code: code)
        }
      }
      await session.end()
      return fault
    } catch {
      await session.end()
      // Many clients wait for the end of the answer or of the connection, and do not read errors.
      guard let fault = WyomingEvent.Error(error) else { throw error }
      return fault
    }
  }
}

extension WyomingEvent.Error {
  /// Creates the error of a request; returns nil for any other error, such as one of the connection.
  init?(_ error: any Swift.Error) {
    switch error {
    case let error as WyomingProtocolError: self.init(text: error.reason, code: error.code.rawValue)
    case let error as WyomingServiceError: self.init(text: error.reason, code: error.code)
    default: return nil
    }
  }
}

/// Sends events to a client.
struct WyomingAnswer: Sendable {
  /// The client.
  let peer: ServedPeer
  private let send: @Sendable (WyomingEvent) async throws -> Void
  /// Sends the reason to a client and closes the connection.
  let dismiss: @Sendable (_ text: String, _ code: String) -> Void

  init(
    _ peer: ServedPeer, dismiss: @escaping @Sendable (_ text: String, _ code: String) -> Void,
    send: @escaping @Sendable (WyomingEvent) async throws -> Void
  ) {
    self.peer = peer
    self.dismiss = dismiss
    self.send = send
  }

  /// Sends an event when the connection is writable.
  func callAsFunction(_ message: some WyomingMessage, payload: [UInt8] = []) async throws {
    try await send(try WyomingEvent(message, payload: payload))
  }
}

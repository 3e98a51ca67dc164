import Foundation
import Logging
import NIOCore
import WyomingProtocol

/// What a client wants, event by event.
protocol ClientSession {
  /// Does what an event asks for and answers it.
  ///
  /// - Throws: `WyomingProtocolError` or `WyomingServiceError` for what the client is to be told; what happens when it cannot be answered
  ///   any more.
  mutating func take(_ event: WyomingEvent) async throws

  /// The client has left.
  func end() async
}

/// One client of a server; what is wrong with it is no concern of the others.
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

  /// How long a client that is sent away may take to go.
  private static let parting = Duration.seconds(1)

  /// Answers events until there are no more.
  func serve(isTooMany: Bool) async {
    do {
      try await connection.executeThenClose { incoming, outgoing in
        let channel = connection.channel
        let peer = ServedPeer(host: channel.remoteAddress?.ipAddress ?? "")
        let answer = WyomingAnswer(peer) { text, code in
          channel.pipeline.fireUserInboundEventTriggered(WyomingDismissal(text: text, code: code))
        } send: { event in
          let bytes = ByteBuffer(bytes: try event.bytes)
          // A client that does not read would have its answers kept for ever.
          let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(answerTime)) {
            channel.close(promise: nil)
          }
          defer { deadline.cancel() }
          try await outgoing.write(bytes)
        }
        var incoming = incoming.makeAsyncIterator()
        var fault: (text: String, code: String)? = ("too many clients at a time; try again", "busy")
        if !isTooMany { fault = try await exchange(with: &incoming, answer) }
        guard let fault else { return }
        logger.debug("a Wyoming client is sent away: \(fault.text)")
        try await answer(WyomingEvent.Error(text: fault.text, code: fault.code))
        outgoing.finish()
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(Self.parting)) { channel.close(promise: nil) }
        defer { deadline.cancel() }
        while try await incoming.next() != nil {}
      }
    } catch {
      logger.debug("a Wyoming client has gone: \(error)")
    }
  }

  /// - Returns: Why the client is sent away; nil when it has left.
  private func exchange(
    with incoming: inout NIOAsyncChannelInboundStream<WyomingArrival>.AsyncIterator, _ answer: WyomingAnswer
  ) async throws -> (text: String, code: String)? {
    let client = await WyomingClientAddress(connection.channel)
    logger.debug("a Wyoming client has come: \(client)")
    guard var session = makeSession(answer, client) else { return ("this address may not be served", "forbidden") }
    do {
      while let arrival = try await incoming.next() {
        switch arrival {
        case .event(let event):
          do {
            try await session.take(event)
          } catch let error as WyomingProtocolError {
            try await answer(WyomingEvent.Error(text: error.reason, code: error.code.rawValue))
          } catch let error as WyomingServiceError {
            try await answer(WyomingEvent.Error(text: error.reason, code: error.code))
          }
        case .fault(let text, let code):
          await session.end()
          return (text, code)
        }
      }
    } catch {
      await session.end()
      throw error
    }
    await session.end()
    return nil
  }
}

/// Sends events to whoever is at the other end.
struct WyomingAnswer: Sendable {
  /// Who it is.
  let peer: ServedPeer
  private let send: @Sendable (WyomingEvent) async throws -> Void
  /// Tells whoever is at the other end why they are sent away, and hangs up.
  let dismiss: @Sendable (_ text: String, _ code: String) -> Void

  init(
    _ peer: ServedPeer, dismiss: @escaping @Sendable (_ text: String, _ code: String) -> Void,
    send: @escaping @Sendable (WyomingEvent) async throws -> Void
  ) {
    self.peer = peer
    self.dismiss = dismiss
    self.send = send
  }

  /// Sends an event when there is room for it.
  func callAsFunction(_ message: some WyomingMessage, payload: [UInt8] = []) async throws {
    try await send(try WyomingEvent(message, payload: payload))
  }
}

import Foundation
import Logging
import NIOCore
import WyomingProtocol

/// One client of a server; what is wrong with it is no concern of the others.
struct ServedClient {
  private let connection: WyomingServer.Connection
  private let services: WyomingServices
  private let logger: Logger

  init(_ connection: WyomingServer.Connection, services: WyomingServices, logger: Logger) {
    self.connection = connection
    self.services = services
    self.logger = logger
  }

  /// How long a client that is sent away may take to go.
  private static let parting = Duration.seconds(1)

  /// Answers events until there are no more.
  func serve(isTooMany: Bool) async {
    do {
      try await connection.executeThenClose { incoming, outgoing in
        let channel = connection.channel
        let answer = WyomingAnswer { event in
          let bytes = ByteBuffer(bytes: try event.bytes)
          // A client that does not read would have its answers kept for ever.
          let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(services.limits.answerTime)) {
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
    var session = WyomingSession(services: services, answer: answer, logger: logger)
    do {
      while let arrival = try await incoming.next() {
        switch arrival {
        case .event(let event): try await session.take(event)
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
  private let send: @Sendable (WyomingEvent) async throws -> Void

  init(_ send: @escaping @Sendable (WyomingEvent) async throws -> Void) { self.send = send }

  /// Sends an event when there is room for it.
  func callAsFunction(_ message: some WyomingMessage, payload: [UInt8] = []) async throws {
    try await send(try WyomingEvent(message, payload: payload))
  }
}

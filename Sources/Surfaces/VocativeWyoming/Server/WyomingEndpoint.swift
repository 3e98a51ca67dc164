import Foundation
import Logging
import NIOCore
import NIOPosix
import Vocative
import VocativeControl

/// An address that serves clients over the Wyoming protocol, for a server or a satellite.
struct WyomingEndpoint {
  typealias Connection = NIOAsyncChannel<WyomingArrival, ByteBuffer>
  /// Creates the session of a client; returns nil to refuse the client.
  typealias SessionMaker = @Sendable (_ answer: WyomingAnswer, _ client: WyomingClientAddress) -> (any ClientSession)?
  private typealias Accepted = AcceptedConnection<WyomingArrival, ByteBuffer>
  private typealias Listening = NIOAsyncChannel<Accepted, Never>

  let address: WyomingAddress
  /// The name of the service, for the log.
  let offer: String
  let limits: WyomingLimits
  let logger: Logger

  /// Serves until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Parameter onListening: Called with the address when it accepts connections.
  ///
  /// - Throws: `WyomingServerError` if the server can't listen on the address.
  func serve(onListening: @Sendable (WyomingAddress) -> Void, session: @escaping SessionMaker) async throws {
    switch address {
    case .unix(let path):
      let (listening, claim) = try await ControlSocket(path: path).claim { hidden in
        try await bootstrap.bind(unixDomainSocketPath: hidden, childChannelInitializer: connection)
      }
      defer { claim.release() }
      try await serve(listening, onListening: onListening, session: session)
    case .tcp(let host, let port):
      let listening: Listening
      do {
        listening = try await bootstrap.bind(host: host, port: port, childChannelInitializer: connection)
      } catch let error as IOError {
        throw WyomingServerError(
          address: address, reason: String(cString: strerror(error.errnoCode)),
          isAddressMissing: error.errnoCode == EADDRNOTAVAIL)
      } catch is SocketAddressError.UnknownHost {
        throw WyomingServerError(address: address, reason: "the host is unknown", isAddressMissing: true)
      } catch {
        throw WyomingServerError(address: address, reason: "\(error)", isAddressMissing: false)
      }
      if !address.isLocal {
        logger.warning("other computers can reach \(address) and use the assistant, because Wyoming has no passwords")
      } else {
        logger.notice(
          """
          every account of this computer can use the assistant through \(address), because Wyoming has no passwords; for a socket \
          that only your account can use: unix:///PATH
          """)
      }
      try await serve(listening, onListening: onListening, session: session)
    }
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // A client may close its sending half after its last request and still read the answers.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // An unplugged client never closes its connection.
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
  }

  private func connection(_ channel: any Channel) -> EventLoopFuture<Accepted> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: TimeAmount(limits.idleTime)))
      try channel.pipeline.syncOperations.addHandler(WyomingEventDecoder(limits: limits))
      return Accepted(
        try Connection(
          wrappingChannelSynchronously: channel,
          configuration: .init(
            backPressureStrategy: .init(lowWatermark: 1, highWatermark: 4), isOutboundHalfClosureEnabled: true)))
    }
  }

  private func serve(
    _ listening: Listening, onListening: @Sendable (WyomingAddress) -> Void, session: @escaping SessionMaker
  ) async throws {
    let bound = address.bound(to: listening.channel.localAddress?.port)
    logger.info("\(offer) is served at \(bound)")
    let places = ClientPlaces(limit: limits.connections)
    try await listening.serveConnections(onListening: { onListening(bound) }) {
      await ServedClient($0, answerTime: limits.answerTime, logger: logger, makeSession: session).serve(in: places)
    }
  }
}

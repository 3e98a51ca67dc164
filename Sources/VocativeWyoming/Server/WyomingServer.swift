public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle
public import Vocative
import VocativeControl

/// Serves what an assistant can do to other programs, by the Wyoming protocol: wake words, speech to text, intents, speech.
///
/// The protocol has neither passwords nor encryption: whoever reaches the address can use the assistant.
public struct WyomingServer: Service {
  private let address: WyomingAddress
  private let services: WyomingServices
  private let limits: WyomingLimits
  private let logger: Logger
  private let onListening: @Sendable (WyomingAddress) -> Void

  /// A server at an address.
  ///
  /// - Parameter onListening: Told where it is, when it can be reached.
  public init(
    _ address: WyomingAddress, services: WyomingServices, logger: Logger,
    onListening: @escaping @Sendable (WyomingAddress) -> Void = { _ in }
  ) {
    self.address = address
    self.services = services
    limits = services.limits
    self.logger = logger
    self.onListening = onListening
  }

  typealias Connection = NIOAsyncChannel<WyomingArrival, ByteBuffer>
  private typealias Listening = NIOAsyncChannel<Connection, Never>

  /// Serves until the task is cancelled or a graceful shutdown is asked for.
  ///
  /// - Throws: `WyomingServerError` when the address cannot be listened on.
  public func run() async throws {
    switch address {
    case .unix(let path):
      let (listening, claim) = try await ControlSocket(path: path).claim { hidden in
        try await bootstrap.bind(unixDomainSocketPath: hidden, childChannelInitializer: connection)
      }
      defer { claim.release() }
      try await serve(listening)
    case .tcp(let host, let port):
      let listening: Listening
      do {
        listening = try await bootstrap.bind(host: host, port: port, childChannelInitializer: connection)
      } catch {
        throw WyomingServerError(address: address, reason: "\(error)")
      }
      if !address.isLocal {
        logger.warning(
          "\(address) can be reached from other computers, and whoever reaches it can use the assistant: Wyoming has no passwords"
        )
      }
      try await serve(listening)
    }
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // A client may say all it has to say, and then only listen.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // One that was unplugged never says so.
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
  }

  private func connection(_ channel: any Channel) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: TimeAmount(limits.idleTime)))
      try channel.pipeline.syncOperations.addHandler(WyomingEventDecoder(limits: limits))
      return try Connection(
        wrappingChannelSynchronously: channel,
        configuration: .init(
          backPressureStrategy: .init(lowWatermark: 1, highWatermark: 4), isOutboundHalfClosureEnabled: true))
    }
  }

  private func serve(_ listening: Listening) async throws {
    let bound = address.bound(to: listening.channel.localAddress?.port)
    logger.info("Wyoming is served at \(bound)")
    try await listening.serveConnections(most: limits.connections, onListening: { onListening(bound) }) {
      await ServedClient($0, services: services, logger: logger).serve(isTooMany: $1)
    }
  }
}

/// An address on which Wyoming cannot be served.
public struct WyomingServerError: ExitStatusProviding, CustomStringConvertible {
  let address: WyomingAddress
  let reason: String

  /// The address, why, and what to do.
  public var description: String { "Wyoming cannot be served at \(address): \(reason); name another address" }
  /// Something that is needed is not there.
  public var exitStatus: ExitStatus { .unavailable }
}

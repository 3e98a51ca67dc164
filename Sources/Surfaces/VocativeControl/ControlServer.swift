public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle
import Synchronization
public import Vocative

/// Serves a control socket until a graceful shutdown: lines of JSON in, a line of JSON for each out.
public struct ControlServer: Service {
  /// What one client may use up.
  public struct Limits: Equatable, Sendable {
    /// Connections at a time.
    public var connections = 16
    /// Bytes of one line.
    public var lineBytes = 16 * 1024
    /// Requests of one connection.
    public var requests = 100
    /// How long a connection may take for a whole line.
    public var line = Duration.seconds(30)
    /// How long a request may take, with all that is spoken before it.
    public var request = Duration.seconds(180)

    /// The limits used when nothing else is said.
    public init() {}
  }

  private let socket: ControlSocket
  private let limits: Limits
  private let logger: Logger
  private let operations: ControlOperations

  /// A server for a turn loop.
  ///
  /// - Parameter reload: Reads the configuration and the assistant anew; what it throws is told to whoever asked for it.
  public init(
    _ socket: ControlSocket = .user, loop: TurnLoop, limits: Limits = Limits(), logger: Logger,
    reload: @escaping @Sendable () async throws -> Void
  ) {
    self.socket = socket
    self.limits = limits
    self.logger = logger
    operations = ControlOperations(loop: loop, reload: reload)
  }

  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// Serves the socket.
  ///
  /// - Throws: `ControlSocketError` when another program serves it, or it cannot be made.
  public func run() async throws {
    let (server, claim) = try await socket.claim { path in
      try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        // A client may say all it has to say, and then only listen.
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .bind(unixDomainSocketPath: path) { channel in
          channel.eventLoop.makeCompletedFuture {
            AcceptedConnection(
              try Connection(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
          }
        }
    }
    defer { claim.release() }
    logger.info("controlled through \(socket.path)")
    try await server.serveConnections(most: limits.connections) { await serve($0, isTooMany: $1) }
  }

  /// Serves one client; what is wrong with it is no concern of the others.
  private func serve(_ connection: Connection, isTooMany: Bool) async {
    do {
      try await connection.executeThenClose { incoming, outgoing in
        var incoming = incoming.makeAsyncIterator()
        var fault: ControlFault? = ControlFault(.unavailable, "too many clients at a time; try again")
        let peer = await PeerCredentials.of(connection.channel)
        if peer?.isOwnUserOrRoot != true {
          logger.warning("a program of the user \(peer.map { "\($0.user)" } ?? "?") wants to control this daemon, and may not")
          fault = ControlFault(.unavailable, "only the daemon's own user and root may control it")
        } else if !isTooMany {
          fault = try await exchange(with: &incoming, on: connection.channel) { try await outgoing.write($0.bytes) }
        }
        guard let fault else { return }
        try await outgoing.write(ControlReply(error: fault).bytes)
        outgoing.finish()
        // What is left unread would take the reply with it.
        let deadline = hangUp(connection.channel, within: Self.parting)
        defer { deadline.cancel() }
        while try await incoming.next() != nil {}
      }
    } catch {
      logger.debug("a client of \(socket.path) has gone: \(error)")
    }
  }

  /// How long a client that is sent away may take to go.
  private static let parting = Duration.seconds(1)

  /// Answers requests until there are no more.
  ///
  /// - Returns: Why the client is sent away; nil when it has left.
  private func exchange(
    with incoming: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator, on channel: any Channel,
    answer: (ControlReply) async throws -> Void
  ) async throws -> ControlFault? {
    let tooSlow = ControlReply(
      error: ControlFault(.usage, "no whole request came within \(limits.line); a request ends with the end of its line"))
    var lines = ControlLines(limit: limits.lineBytes)
    var count = 0
    var deadline = hangUp(channel, within: limits.line, saying: tooSlow)
    defer { deadline.cancel() }
    while true {
      let buffer = try await incoming.next()
      let complete = buffer.map { lines.append($0.readableBytesView) } ?? [lines.finish()].filter { !$0.isEmpty }
      guard let complete else { return ControlFault(.usage, "a line of more than \(limits.lineBytes) bytes; make it shorter") }
      for line in complete {
        count += 1
        guard count <= limits.requests else {
          return ControlFault(.usage, "more than \(limits.requests) requests in a connection; open another")
        }
        deadline.cancel()
        try await answer(await reply(to: line))
        deadline = hangUp(channel, within: limits.line, saying: tooSlow)
      }
      if buffer == nil { return nil }
    }
  }

  /// Ends a connection after some time.
  private func hangUp(_ channel: any Channel, within time: Duration, saying last: ControlReply? = nil) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: TimeAmount(time)) {
      guard let last else { return channel.close(promise: nil) }
      channel.writeAndFlush(last.bytes).whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private func reply(to line: [UInt8]) async -> ControlReply {
    let request: ControlRequest
    do throws(ControlFault) {
      request = try ControlRequest(line: line)
    } catch {
      return ControlReply(error: error)
    }
    let operations = operations
    let hasBegun = Mutex(false)
    let reply = await withTimeLimit(limits.request, clock: ContinuousClock()) {
      await operations.perform(request) { hasBegun.withLock { $0 = true } }
    }
    if let reply { return reply }
    let fault =
      hasBegun.withLock { $0 }
      ? "it was begun, and takes longer than \(limits.request); it goes on, so do not ask for it again"
      : "it was not done within \(limits.request), as the assistant is busy; try again"
    return ControlReply(error: ControlFault(.unavailable, fault))
  }
}

extension ControlReply {
  fileprivate var bytes: ByteBuffer { ByteBuffer(string: jsonLine + "\n") }
}

public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle
import Synchronization
public import Vocative

/// Serves a control socket until a graceful shutdown.
///
/// Each request and each reply is one line of JSON.
public struct ControlServer: Service {
  /// The limits for each client.
  public struct Limits: Equatable, Sendable {
    /// Maximum number of simultaneous connections.
    public var connections = 16
    /// Maximum length of a line in bytes.
    public var lineBytes = 16 * 1024
    /// Maximum number of requests per connection.
    public var requests = 100
    /// How long a client may take to send a complete line.
    public var line = Duration.seconds(30)
    /// How long a request may take, including speech that is already queued.
    public var request = Duration.seconds(180)

    /// The default limits.
    public init() {}
  }

  private let socket: ControlSocket
  private let limits: Limits
  private let logger: Logger
  private let operations: ControlOperations

  /// Creates a server for a turn loop.
  ///
  /// - Parameters:
  ///   - assistants: Lists, enables and disables assistants; nil if clients cannot.
  ///   - speech: The control of the program's speech; nil if clients cannot change it.
  ///   - restart: Restarts the program after the reply; nil if clients cannot.
  ///   - reload: Reloads the configuration and the assistants; its error is reported to the client.
  public init(
    _ socket: ControlSocket = .user, loop: TurnLoop, assistants: (any AssistantControl)? = nil,
    speech: SpeechControl? = nil, restart: (@Sendable () -> Void)? = nil, limits: Limits = Limits(), logger: Logger,
    reload: @escaping @Sendable () async throws -> Void
  ) {
    self.socket = socket
    self.limits = limits
    self.logger = logger
    operations = ControlOperations(loop: loop, assistants: assistants, speech: speech, restart: restart, reload: reload)
  }

  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// Serves the socket.
  ///
  /// - Throws: `ControlSocketError` if another program serves the socket, or it can't be created.
  public func run() async throws {
    let (server, claim) = try await socket.claim { path in
      try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        // A client may close its sending half after its last request and still read the replies.
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
    logger.info("listening for control requests on \(socket.path)")
    let count = ConnectionCount()
    try await server.serveConnections { await serve($0, count) }
  }

  /// Serves one client.
  ///
  /// Its errors don't affect the other clients.
  private func serve(_ connection: Connection, _ count: ConnectionCount) async {
    do {
      try await connection.executeThenClose { incoming, outgoing in
        var incoming = incoming.makeAsyncIterator()
        let fault: ControlFault?
        let peer = await PeerCredentials.of(connection.channel)
        if peer?.isOwnUserOrRoot != true {
          logger.warning("refused a control connection from user \(peer.map { "\($0.user)" } ?? "?"): permission denied")
          fault = ControlFault(.unavailable, "only the daemon's own user and root may control it")
        } else {
          // A client that is not allowed does not count.
          let isTooMany = count.come() > limits.connections
          defer { count.go() }
          fault =
            isTooMany
            ? ControlFault(.unavailable, "too many clients are connected; try again")
            : try await exchange(with: &incoming, on: connection.channel, answer: outgoing)
        }
        guard let fault else { return }
        try await outgoing.write(ControlReply(error: fault).bytes)
        outgoing.finish()
        // Closing with unread input resets the connection, which would discard the reply.
        let deadline = hangUp(connection.channel, within: Self.parting)
        defer { deadline.cancel() }
        while try await incoming.next() != nil {}
      }
    } catch {
      logger.debug("a client of \(socket.path) disconnected: \(error)")
    }
  }

  /// How long a refused client may take to disconnect.
  private static let parting = Duration.seconds(1)

  /// Answers requests until the client sends no more.
  ///
  /// - Returns: The reason for disconnecting the client; nil if the client disconnected.
  private func exchange(
    with incoming: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator, on channel: any Channel,
    answer outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async throws -> ControlFault? {
    let tooSlow = ControlReply(
      error: ControlFault(.usage, "no complete request arrived within \(limits.line); a request ends with a newline"))
    var lines = ControlLines(limit: limits.lineBytes)
    var count = 0
    var deadline = hangUp(channel, within: limits.line, saying: tooSlow)
    defer { deadline.cancel() }
    while true {
      let buffer = try await incoming.next()
      let complete = buffer.map { lines.append($0.readableBytesView) } ?? [lines.finish()].filter { !$0.isEmpty }
      guard let complete else { return ControlFault(.usage, "the line is longer than \(limits.lineBytes) bytes; shorten it") }
      for line in complete {
        count += 1
        guard count <= limits.requests else {
          return ControlFault(.usage, "this connection has reached its limit of \(limits.requests) requests; open another")
        }
        deadline.cancel()
        let request = Result { () throws(ControlFault) in try ControlRequest(line: line) }
        guard case .success(.events) = request else {
          try await outgoing.write(await reply(to: request).bytes)
          deadline = hangUp(channel, within: limits.line, saying: tooSlow)
          continue
        }
        let events = await operations.loop.events()
        try await outgoing.write(await reply(to: request).bytes)
        return try await send(events, to: outgoing, until: &incoming)
      }
      if buffer == nil { return nil }
    }
  }

  /// Sends events until the client sends no more.
  ///
  /// - Returns: Nil, because the client disconnected.
  private func send(
    _ events: AsyncStream<TurnEvent>, to outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>,
    until incoming: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  ) async throws -> ControlFault? {
    let sending = Task {
      for await event in events { try await outgoing.write(ByteBuffer(string: event.jsonLine + "\n")) }
    }
    defer { sending.cancel() }
    while try await incoming.next() != nil {}
    return nil
  }

  /// Closes a connection after a delay.
  private func hangUp(_ channel: any Channel, within time: Duration, saying last: ControlReply? = nil) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: TimeAmount(time)) {
      guard let last else { return channel.close(promise: nil) }
      channel.writeAndFlush(last.bytes).whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private func reply(to request: Result<ControlRequest, ControlFault>) async -> ControlReply {
    let wanted: ControlRequest
    do throws(ControlFault) {
      wanted = try request.get()
    } catch {
      return ControlReply(error: error)
    }
    let operations = operations
    let hasBegun = Mutex(false)
    let reply = await withTimeLimit(limits.request, clock: ContinuousClock()) {
      await operations.perform(wanted) { hasBegun.withLock { $0 = true } }
    }
    if let reply { return reply }
    let fault =
      hasBegun.withLock { $0 }
      ? "it takes longer than \(limits.request) and continues in the background; do not send it again"
      : "it did not start within \(limits.request) because the assistant is busy; try again"
    return ControlReply(error: ControlFault(.unavailable, fault))
  }
}

/// The number of open connections.
private final class ConnectionCount: Sendable {
  private let count = Atomic(0)
  func come() -> Int { count.add(1, ordering: .relaxed).newValue }
  func go() { count.subtract(1, ordering: .relaxed) }
}

extension ControlReply {
  fileprivate var bytes: ByteBuffer { ByteBuffer(string: jsonLine + "\n") }
}

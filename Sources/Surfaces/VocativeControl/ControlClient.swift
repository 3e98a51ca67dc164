import Foundation
import NIOCore
import NIOPosix
import Synchronization
public import Vocative

/// Sends requests to a running daemon.
public struct ControlClient: Sendable {
  /// The daemon's socket.
  public let socket: ControlSocket
  /// How long the client waits for a reply.
  public let limit: Duration

  /// The maximum size of a reply in bytes; a full timeline has the longest.
  private static let maxReplyBytes = 4 << 20

  /// Creates a client for the daemon that serves a socket.
  ///
  /// - Parameter limit: How long to wait for a reply. The default is longer than a daemon takes to report that it is busy.
  public init(_ socket: ControlSocket = .running, limit: Duration = .seconds(200)) {
    self.socket = socket
    self.limit = limit
  }

  /// Sends a request and waits until it is done.
  ///
  /// - Throws: `ControlSocketError` if no daemon answers or another user's program does; `ControlFault` if the daemon refuses the
  ///   request.
  public func send(_ request: ControlRequest) async throws -> ControlReply {
    try socket.checkFolderAsClient()
    let connection = try await connect()
    let isLate = Mutex(false)
    let deadline = connection.channel.eventLoop.scheduleTask(in: TimeAmount(limit)) {
      isLate.withLock { $0 = true }
      connection.channel.close(promise: nil)
    }
    defer { deadline.cancel() }
    do {
      return try await reply(to: request, on: connection)
    } catch  where isLate.withLock({ $0 }) {
      throw fault("it did not answer within \(limit); check its log, for example with: journalctl -u vocatived")
    }
  }

  /// Receives the events of the daemon as they happen, until it ends or the task is cancelled.
  ///
  /// - Throws: `ControlSocketError` if no daemon answers or another user's program does; `ControlFault` if the daemon refuses.
  public func follow(_ receive: @escaping @Sendable (TurnEvent) async -> Void) async throws {
    try socket.checkFolderAsClient()
    let connection = try await connect()
    try await connection.executeThenClose { incoming, outgoing in
      try await checkPeer(of: connection.channel)
      try await outgoing.write(try Self.line(.events))
      var lines = ControlLines(limit: Self.maxReplyBytes)
      var isAccepted = false
      for try await buffer in incoming {
        guard let complete = lines.append(buffer.readableBytesView) else { throw fault("its reply is too long") }
        for line in complete {
          if isAccepted {
            // An event of a later version is of no use here.
            if let event = try? JSONDecoder().decode(TurnEvent.self, from: Data(line)) { await receive(event) }
          } else {
            _ = try decoded(line)
            isAccepted = true
          }
        }
      }
    }
  }

  private func checkPeer(of channel: any Channel) async throws {
    guard let peer = await PeerCredentials.of(channel), socket.isTrusted(peer.user) else {
      throw fault("another user's program serves it, and is not trusted; run this as that user: sudo -u USER vocative status")
    }
  }

  private static func line(_ request: ControlRequest) throws -> ByteBuffer {
    ByteBuffer(bytes: try request.line + [0x0A])
  }

  private func decoded(_ line: [UInt8]) throws -> ControlReply {
    guard let reply = try? JSONDecoder().decode(ControlReply.self, from: Data(line)) else {
      throw fault("the program that answers is not vocatived of this version; name another socket with --socket")
    }
    if let error = reply.error { throw error }
    return reply
  }

  private func reply(
    to request: ControlRequest, on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>
  ) async throws -> ControlReply {
    let line = try await connection.executeThenClose { incoming, outgoing -> [UInt8] in
      try await checkPeer(of: connection.channel)
      try await outgoing.write(try Self.line(request))
      var lines = ControlLines(limit: Self.maxReplyBytes)
      for try await buffer in incoming {
        guard let complete = lines.append(buffer.readableBytesView) else { throw fault("its reply is too long") }
        if let line = complete.first { return line }
      }
      throw fault("it closed the connection before it answered; check its log, for example with: journalctl -u vocatived")
    }
    return try decoded(line)
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    guard socket.path.utf8.count <= ControlSocket.maxPathBytes else {
      throw fault("the path is too long for a socket; the maximum is \(ControlSocket.maxPathBytes) bytes")
    }
    do {
      return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(unixDomainSocketPath: socket.path) { channel in
          channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    } catch let error as IOError where [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.errnoCode) {
      throw ControlSocketError(
        path: socket.path,
        reason: "vocatived is not running there; start it with \"vocatived\" or \"systemctl start vocatived\", "
          + "or name its socket with --socket",
        isNotServed: true)
    } catch let error as IOError where [EACCES, EPERM].contains(error.errnoCode) {
      throw fault("it belongs to another user; run this as that user: sudo -u USER vocative status")
    } catch {
      throw fault("connecting failed: \(error)")
    }
  }

  private func fault(_ reason: String) -> ControlSocketError { socket.fault(reason) }
}

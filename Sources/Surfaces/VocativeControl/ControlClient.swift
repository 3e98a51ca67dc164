import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Asks a running daemon to do something.
public struct ControlClient: Sendable {
  /// The daemon's socket.
  public let socket: ControlSocket
  /// How long a reply is waited for.
  public let limit: Duration

  /// Bytes a reply may have; the longest is that of a trigger with many answers.
  private static let longestReply = 1 << 20

  /// A client of the daemon behind a socket.
  ///
  /// - Parameter limit: How long a reply is waited for; the default is longer than a daemon takes to say that it is busy.
  public init(_ socket: ControlSocket = .running, limit: Duration = .seconds(200)) {
    self.socket = socket
    self.limit = limit
  }

  /// Sends a request and waits until it is done.
  ///
  /// - Throws: `ControlSocketError` when nobody answers, or another user's program does, `ControlFault` when it was not done.
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
      throw fault("it did not answer within \(limit); see its log, as with: journalctl -u vocatived")
    }
  }

  private func reply(
    to request: ControlRequest, on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>
  ) async throws -> ControlReply {
    let line = try await connection.executeThenClose { incoming, outgoing -> [UInt8] in
      guard let peer = await PeerCredentials.of(connection.channel), socket.isTrusted(peer.user) else {
        throw fault("another user serves it, who may be anybody; run this as that user, as with: sudo -u USER vocative status")
      }
      try await outgoing.write(ByteBuffer(bytes: try JSONEncoder().encode(request) + [0x0A]))
      var lines = ControlLines(limit: Self.longestReply)
      for try await buffer in incoming {
        guard let complete = lines.append(buffer.readableBytesView) else { throw fault("its reply is too long") }
        if let line = complete.first { return line }
      }
      throw fault("it ended before it had answered; see its log, as with: journalctl -u vocatived")
    }
    guard let reply = try? JSONDecoder().decode(ControlReply.self, from: Data(line)) else {
      throw fault("what answers is no vocatived of this version; name another socket with --socket")
    }
    if let error = reply.error { throw error }
    return reply
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    do {
      return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(unixDomainSocketPath: socket.path) { channel in
          channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    } catch let error as IOError where [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.errnoCode) {
      throw fault(
        "no vocatived is running there. Start one with: vocatived (or: systemctl start vocatived), or name its socket: --socket"
      )
    } catch let error as IOError where [EACCES, EPERM].contains(error.errnoCode) {
      throw fault("it is another user's; run this as that user, as with: sudo -u USER vocative status")
    } catch {
      throw fault("it cannot be reached: \(error)")
    }
  }

  private func fault(_ reason: String) -> ControlSocketError { socket.fault(reason) }
}

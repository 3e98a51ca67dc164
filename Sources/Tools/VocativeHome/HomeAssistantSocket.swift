import Curl
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
package import Vocative
package import VocativeIntentsFile

/// Home Assistant's WebSocket API.
package struct HomeAssistantSocket: Sendable {
  private let server: HomeAssistantServer

  /// The maximum size of a message; the states of a large home have about one megabyte.
  private static let maxMessage = 32 << 20

  /// Creates a client of a server.
  package init(_ server: HomeAssistantServer) { self.server = server }

  /// Connects, signs in, and returns the result of `body`; the connection is closed after that.
  ///
  /// - Throws: `HomeAssistantSocketError`, `HomeAssistantServerError` if the token cannot be read, or the error of `body`.
  package func withSession<Value: Sendable>(
    _ body: @escaping @Sendable (HomeAssistantSession) async throws -> Value
  ) async throws -> Value {
    let token = try server.token()
    let channel = try await connect()
    return try await channel.executeThenClose { inbound, outbound in
      let session = HomeAssistantSession(outbound)
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { throw await session.receive(inbound, token: token) }
        group.addTask { throw await session.deliver() }
        group.addTask { throw await session.watch() }
        group.addTask {
          try await session.signedIn()
          return try await body(session)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
      }
    }
  }

  // MARK: Connecting

  private enum Upgrade: Sendable {
    case webSocket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused
  }

  private func connect() async throws -> NIOAsyncChannel<WebSocketFrame, WebSocketFrame> {
    guard let url = URLComponents(string: server.address), let name = url.host else {
      throw HomeAssistantSocketError.unreachable("\(server.address) is not an address")
    }
    let host = url.port.map { "\(name):\($0)" } ?? name
    var request = CurlRequest(url: server.address, maxResponseSize: 0)
    request.connectTimeout = 5
    let upgrade: Upgrade
    do {
      // libcurl encrypts the connection, so that the program needs no other library for it.
      upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .withConnectedSocket(try await request.connectedSocket()) { channel in
          channel.eventLoop.makeCompletedFuture { try Self.upgrade(channel, host: host, path: url.path + "/api/websocket") }
        }.get()
    } catch let error as CurlError {
      throw HomeAssistantSocketError.unreachable(error.reason)
    } catch {
      throw HomeAssistantSocketError.unreachable("\(error)")
    }
    guard case .webSocket(let channel) = upgrade else {
      throw HomeAssistantSocketError.unreachable("\(server.address) has no WebSocket API; is it the address of Home Assistant?")
    }
    return channel
  }

  private static func upgrade(_ channel: any Channel, host: String, path: String) throws -> EventLoopFuture<Upgrade> {
    let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(maxFrameSize: maxMessage) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: .max, maxAccumulatedFrameSize: maxMessage))
        return .webSocket(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
      }
    }
    let headers: HTTPHeaders = ["Host": host, "Content-Length": "0", "User-Agent": "vocative"]
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
    let configuration = NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
      // The upgrade fails if its channel is closed before its result is known.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeSucceededFuture(.refused)
    }
    var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
    // Home Assistant asks for the token in the same packet.
    pipeline.leftOverBytesStrategy = .forwardBytes
    let upgrade = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
    let deadline = channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.close(promise: nil) }
    upgrade.whenComplete { _ in deadline.cancel() }
    return upgrade
  }
}

/// The reason why the WebSocket API cannot be used.
package enum HomeAssistantSocketError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// There is no connection.
  case unreachable(String)
  /// The token is not valid.
  case refused
  /// The token is that of a user without administrator rights, which cannot see what is exposed to voice.
  case forbidden
  /// Home Assistant has closed the connection.
  case closed
  /// Home Assistant has sent nothing for a while.
  case silent
  /// A command has failed.
  case failed(command: String, reason: String)

  /// The fault and its remedy.
  package var description: String {
    switch self {
    case .unreachable(let reason): "Home Assistant cannot be reached: \(reason)"
    case .refused: "Home Assistant refuses the token; create a new long-lived access token on its profile page"
    case .forbidden:
      "Home Assistant does not show its home with this token; create one on the profile page of a user with administrator rights"
    case .closed: "Home Assistant has closed the connection"
    case .silent: "Home Assistant does not respond"
    case .failed(let command, let reason): "Home Assistant does not perform \(command): \(reason)"
    }
  }

  /// The exit status is `unavailable`.
  package var exitStatus: ExitStatus { .unavailable }
}

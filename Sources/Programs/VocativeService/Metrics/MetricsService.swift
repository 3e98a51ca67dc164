import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import PrometheusMetrics
import ServiceLifecycle
import Vocative

/// Serves the metrics at `/metrics` on a loopback address.
struct MetricsService: Service {
  let address: LocalAddress
  let factory: PrometheusMetricsFactory
  let logger: Logger

  /// Maximum number of simultaneous connections; further ones are closed.
  ///
  /// A Prometheus server uses one.
  private static let maxConnections = 16
  /// The maximum lifetime of a connection, even if it is active; clients reconnect.
  private static let connectionTime = TimeAmount.seconds(300)

  func run() async throws {
    let connections = ConcurrencyLimit(Self.maxConnections)
    let channel: any Channel
    do {
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { [factory, connections] channel in
          guard connections.begin() else { return channel.close() }
          channel.closeFuture.whenComplete { _ in connections.end() }
          channel.eventLoop.scheduleTask(in: Self.connectionTime) { channel.close(promise: nil) }
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            // A client that hangs must not hold a descriptor forever.
            try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: .seconds(30)))
            try channel.pipeline.syncOperations.addHandler(MetricsHandler { factory.text })
          }
        }
        .bind(host: address.host, port: address.port).get()
    } catch let error as IOError {
      throw MetricsServiceError(address: address, reason: String(cString: strerror(error.errnoCode)))
    } catch {
      throw MetricsServiceError(address: address, reason: "\(error)")
    }
    let served = LocalAddress(host: address.host, port: channel.localAddress?.port ?? address.port)
    logger.info("serving metrics at http://\(served)/metrics")
    try await cancelWhenGracefulShutdown {
      try await withTaskCancellationHandler {
        try await channel.closeFuture.get()
      } onCancel: {
        channel.close(promise: nil)
      }
    }
  }
}

/// An address on which metrics can't be served.
struct MetricsServiceError: ExitStatusProviding, CustomStringConvertible {
  let address: LocalAddress
  let reason: String

  var description: String { "can't serve metrics on \(address): \(reason); set another metrics-address" }
  var exitStatus: ExitStatus { .unavailable }
}

/// Answers the requests of a connection in order.
private final class MetricsHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let text: @Sendable () -> String
  private var request: HTTPRequestHead?

  init(_ text: @escaping @Sendable () -> String) { self.text = text }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end:
      if let request { answer(request, context) }
      request = nil
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let isFound = request.uri.split(separator: "?").first == "/metrics"
    let isRead = request.method == .GET || request.method == .HEAD
    let status: HTTPResponseStatus =
      !Self.isOwnHost(of: request) ? .misdirectedRequest : !isFound ? .notFound : isRead ? .ok : .methodNotAllowed
    let body = status == .ok ? text() : "\(status.reasonPhrase): use GET /metrics\n"
    var headers = HTTPHeaders([
      ("Content-Type", status == .ok ? PrometheusMetricsFactory.mediaType : "text/plain; charset=utf-8"),
      ("Content-Length", "\(body.utf8.count)"),
    ])
    if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD") }
    if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: request.version, status: status, headers: headers))), promise: nil)
    if request.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(string: body)))), promise: nil)
    }
    let isWritten = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    // A client of HTTP/1.0, or one that asks for it, reads until the connection ends.
    if !request.isKeepAlive { isWritten.whenComplete { [channel = context.channel] _ in channel.close(promise: nil) } }
  }

  /// Returns whether a request names an address of this computer: a web page could point its own name at this server.
  private static func isOwnHost(of request: HTTPRequestHead) -> Bool {
    // Every browser sends it.
    guard let host = request.headers.first(name: "Host") else { return true }
    return LocalAddress(host) != nil || LocalAddress("\(host):80") != nil
  }
}

import NIOCore
import NIOHTTP1
import NIOPosix

/// A request to the page over a separate connection.
struct WebRequest: Sendable {
  var method = HTTPMethod.GET
  /// The path and the query.
  let path: String
  var headers = HTTPHeaders()
  var body = ""
}

/// An HTTP connection to this computer for one request, which closes when it is released.
final class WebExchange: Sendable {
  private let channel: any Channel
  /// The parts of the answer as they arrive.
  let parts: AsyncThrowingStream<HTTPClientResponsePart, any Error>

  /// Connects and sends a request.
  ///
  /// - Parameter readsAnswer: False for a client that never reads anything.
  init(_ request: WebRequest, port: UInt16, readsAnswer: Bool = true) async throws {
    let (parts, part) = AsyncThrowingStream.makeStream(of: HTTPClientResponsePart.self)
    self.parts = parts
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: readsAnswer)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(Handler(request, host: "127.0.0.1:\(port)", parts: part))
        }
      }
      .connect(host: "127.0.0.1", port: Int(port)).get()
  }

  deinit { channel.close(promise: nil) }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: WebRequest
    private let host: String
    private let parts: AsyncThrowingStream<HTTPClientResponsePart, any Error>.Continuation

    init(_ request: WebRequest, host: String, parts: AsyncThrowingStream<HTTPClientResponsePart, any Error>.Continuation) {
      (self.request, self.host, self.parts) = (request, host, parts)
    }

    func channelActive(context: ChannelHandlerContext) {
      var headers = request.headers
      if !headers.contains(name: "Host") { headers.add(name: "Host", value: host) }
      if !request.body.isEmpty { headers.add(name: "Content-Length", value: "\(request.body.utf8.count)") }
      let head = HTTPRequestHead(version: .http1_1, method: request.method, uri: request.path, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if !request.body.isEmpty {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: request.body)))), promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let part = unwrapInboundIn(data)
      parts.yield(part)
      if case .end = part { parts.finish() }
    }

    func channelInactive(context: ChannelHandlerContext) { parts.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      parts.finish(throwing: error)
      context.close(promise: nil)
    }
  }
}

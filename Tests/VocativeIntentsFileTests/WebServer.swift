import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A real web server on this machine that answers all requests alike and records them.
final class WebServer: Sendable {
  /// A received request.
  struct Received: Sendable {
    let method: String
    let uri: String
    let headers: HTTPHeaders
    let body: String
  }

  /// The behaviour for each request.
  enum Behaviour: Sendable {
    case answer(status: Int, type: String, body: String, headers: [String: String] = [:])
    /// Answers each request with a status and a JSON body.
    case answers(@Sendable (Received) -> (status: Int, body: String))
    /// Never responds and keeps the connection open.
    case silence
    /// Sends the head and the start of a body that never ends.
    case trickle
    /// Closes the connection.
    case hangUp
  }

  private let channel: any Channel
  private let kept: Kept

  private final class Kept: Sendable {
    let requests = Mutex<[Received]>([])
  }

  init(_ behaviour: Behaviour) async throws {
    let kept = Kept()
    self.kept = kept
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(
            Handler(behaviour: behaviour) { request in kept.requests.withLock { $0.append(request) } })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit {
    channel.close(promise: nil)
  }

  /// The address, without a trailing slash.
  var address: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

  /// The requests received so far.
  var requests: [Received] { kept.requests.withLock { $0 } }

  /// Stops listening, so that further connections are refused.
  func stop() async throws { try await channel.close() }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let behaviour: Behaviour
    private let keep: @Sendable (Received) -> Void
    private var head: HTTPRequestHead?
    private var body = ""

    init(behaviour: Behaviour, keep: @escaping @Sendable (Received) -> Void) {
      self.behaviour = behaviour
      self.keep = keep
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        self.head = head
        body = ""
      case .body(let buffer): body += String(buffer: buffer)
      case .end: answer(context)
      }
    }

    private func answer(_ context: ChannelHandlerContext) {
      guard let head else { return }
      let received = Received(method: head.method.rawValue, uri: head.uri, headers: head.headers, body: body)
      keep(received)
      switch behaviour {
      case .silence: break
      case .hangUp: context.close(promise: nil)
      case .trickle:
        write(context, status: 200, headers: ["Content-Type": "text/plain"])
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "All ")))), promise: nil)
      case .answer(let status, let type, let body, let headers):
        write(context, status: status, headers: headers.merging(["Content-Type": type]) { first, _ in first }, body: body)
      case .answers(let answer):
        let answer = answer(received)
        write(context, status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body)
      }
    }

    private func write(_ context: ChannelHandlerContext, status: Int, headers: [String: String], body: String) {
      write(context, status: status, headers: headers)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func write(_ context: ChannelHandlerContext, status: Int, headers: [String: String]) {
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: HTTPHeaders(Array(headers)))
      context.write(wrapOutboundOut(.head(head)), promise: nil)
    }
  }
}

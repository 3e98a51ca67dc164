public import NIOCore
import NIOPosix

/// A listener on a free local port, with a handler for each client.
public final class LocalListener: Sendable {
  /// The port.
  public let port: Int
  private let channel: any Channel

  /// Listens until the value is released.
  public init<Handler: ChannelInboundHandler>(answering handler: @escaping @Sendable () -> Handler) async throws {
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler()) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }
}

import NIOCore
import Synchronization

/// A broker that accepts each client, and disconnects it when it sends anything else.
public final class DismissiveBroker: Sendable {
  private final class Record: Sendable {
    let times = Mutex<[ContinuousClock.Instant]>([])
  }

  /// Answers one client.
  private final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let record: Record
    private var isAccepted = false

    init(_ record: Record) { self.record = record }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isAccepted else { return context.close(promise: nil) }
      isAccepted = true
      record.times.withLock { $0.append(.now) }
      // The answer of version 5 without properties.
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [0x20, 0x03, 0x00, 0x00, 0x00])), promise: nil)
    }
  }

  private let record = Record()
  private let listener: LocalListener

  /// Listens on a free local port.
  public init() async throws {
    listener = try await LocalListener { [record] in Session(record) }
  }

  /// The port.
  public var port: Int { listener.port }

  /// The times at which it accepted clients, in order.
  public var connections: [ContinuousClock.Instant] { record.times.withLock { $0 } }
}

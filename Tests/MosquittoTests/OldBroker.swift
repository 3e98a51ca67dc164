import BrokerTestSupport
import NIOCore
import Synchronization

/// A broker that only supports MQTT 3.1.1 and sends one message to each subscriber.
final class OldBroker: Sendable {
  /// The versions that clients requested, in order.
  private final class Record: Sendable {
    let levels = Mutex<[UInt8]>([])
  }

  /// Answers the packets of one client.
  private final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let (connect, subscribe) = (UInt8(0x10), UInt8(0x82))
    private static let (highestLevel, levelPlace) = (UInt8(4), 6)

    private let record: Record
    private let refuses: Bool
    private var received = ByteBuffer()

    init(_ record: Record, refuses: Bool) { (self.record, self.refuses) = (record, refuses) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      // Every packet of this test has fewer than 128 bytes, so its length is one byte.
      while received.readableBytes >= 2, let length = received.getInteger(at: received.readerIndex + 1, as: UInt8.self),
        let packet = received.readBytes(length: Int(length) + 2)
      {
        answer(packet, context)
      }
    }

    private func answer(_ packet: [UInt8], _ context: ChannelHandlerContext) {
      switch packet[0] {
      case Self.connect:
        let level = packet[2 + Self.levelPlace]
        record.levels.withLock { $0.append(level) }
        let isKnown = level <= Self.highestLevel
        // Returns "unacceptable protocol version" as in version 3.1.1, or nothing, and then disconnects.
        if isKnown || refuses { send([0x20, 0x02, 0x00, isKnown ? 0x00 : 0x01], context) }
        if !isKnown { context.close(promise: nil) }
      case Self.subscribe:
        send([0x90, 0x03, packet[2], packet[3], 0x00], context)
        send([0x30, 0x0A, 0x00, 0x07] + Array("house/aX".utf8), context)
      default: break
      }
    }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
  }

  private let record = Record()
  private let listener: LocalListener

  /// Listens on a free local port.
  ///
  /// - Parameter refuses: Whether it refuses other versions, or disconnects without an answer.
  init(refuses: Bool) async throws {
    listener = try await LocalListener { [record] in Session(record, refuses: refuses) }
  }

  var port: Int { listener.port }

  /// The versions that clients requested, in order.
  var levels: [UInt8] { record.levels.withLock { $0 } }
}

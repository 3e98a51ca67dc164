import NIOCore
import Synchronization

/// A broker for one client, which acknowledges no message until it is told to, and can send many messages at once.
public final class ScriptedBroker: Sendable {
  private final class Record: Sendable {
    struct State {
      var published: [(topic: String, text: String)] = []
      /// The identifiers of messages without an acknowledgement.
      var waiting: [[UInt8]] = []
      var isAcknowledging = false
      var client: (any Channel)?
    }
    let state = Mutex(State())
  }

  /// Answers the packets of the client, in version 5 of the protocol.
  private final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let record: Record
    private var received = ByteBuffer()

    init(_ record: Record) { self.record = record }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      while let (kind, body) = packet() { answer(kind, body, context.channel) }
    }

    /// Returns the next complete packet: its first byte, and what follows the length.
    private func packet() -> (kind: UInt8, body: [UInt8])? {
      var (length, digits, isLast) = (0, 0, false)
      while !isLast {
        guard let digit = received.getInteger(at: received.readerIndex + 1 + digits, as: UInt8.self) else { return nil }
        length |= Int(digit & 0x7F) << (7 * digits)
        digits += 1
        isLast = digit & 0x80 == 0
      }
      guard received.readableBytes >= 1 + digits + length, let kind = received.readInteger(as: UInt8.self) else { return nil }
      received.moveReaderIndex(forwardBy: digits)
      return received.readBytes(length: length).map { (kind, $0) }
    }

    private func answer(_ kind: UInt8, _ body: [UInt8], _ channel: any Channel) {
      switch kind & 0xF0 {
      case 0x10:
        record.state.withLock { $0.client = channel }
        ScriptedBroker.send([0x20, 0x03, 0x00, 0x00, 0x00], to: channel)
      case 0x80: ScriptedBroker.send([0x90, 0x04, body[0], body[1], 0x00, 0x01], to: channel)
      case 0xC0: ScriptedBroker.send([0xD0, 0x00], to: channel)
      case 0x30: take(body, isAcknowledged: kind & 0x06 != 0, channel)
      default: break
      }
    }

    private func take(_ body: [UInt8], isAcknowledged: Bool, _ channel: any Channel) {
      let end = 2 + Int(body[0]) << 8 + Int(body[1])
      // An identifier, if the message is acknowledged, and one byte for the missing properties.
      let text = String(decoding: body.dropFirst(end + (isAcknowledged ? 3 : 1)), as: UTF8.self)
      let identifier = Array(body[end..<end + 2])
      let acknowledges = record.state.withLock { state in
        state.published.append((String(decoding: body[2..<end], as: UTF8.self), text))
        if isAcknowledged, !state.isAcknowledging { state.waiting.append(identifier) }
        return isAcknowledged && state.isAcknowledging
      }
      if acknowledges { ScriptedBroker.send([0x40, 0x02] + identifier, to: channel) }
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

  /// The payloads that the client has published on a topic, in order.
  public func texts(of topic: String) -> [String] {
    record.state.withLock { state in state.published.compactMap { $0.topic == topic ? $0.text : nil } }
  }

  /// Acknowledges all messages, also later ones.
  public func acknowledge() {
    let (client, waiting) = record.state.withLock { state in
      state.isAcknowledging = true
      defer { state.waiting = [] }
      return (state.client, state.waiting)
    }
    if let client { Self.send(waiting.flatMap { [0x40, 0x02] + $0 }, to: client) }
  }

  /// Sends messages to the client, all at once; topics and payloads must be short.
  public func send(_ messages: [(String, String)]) {
    guard let client = record.state.withLock({ $0.client }) else { return }
    let packets = messages.flatMap { topic, text -> [UInt8] in
      let body: [UInt8] = [0x00, UInt8(topic.utf8.count)] + Array(topic.utf8) + [0x00] + Array(text.utf8)
      return [0x30, UInt8(body.count)] + body
    }
    Self.send(packets, to: client)
  }

  private static func send(_ bytes: [UInt8], to channel: any Channel) {
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }
}

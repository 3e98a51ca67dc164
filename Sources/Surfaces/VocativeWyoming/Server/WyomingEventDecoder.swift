import NIOCore
import WyomingProtocol

/// What came from a client: an event, or the reason why nothing more can be read of it.
enum WyomingArrival: Sendable {
  case event(WyomingEvent)
  case fault(text: String, code: String)
}

/// A client is to be sent away, for a reason that does not lie in what it has sent.
struct WyomingDismissal: Sendable {
  let text: String
  let code: String
}

/// Makes events of the bytes of a connection, and says when a client takes too long.
///
/// After a fault the rest is read and thrown away, as what is left unread would take the reason with it.
final class WyomingEventDecoder: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = WyomingArrival
  typealias OutboundIn = ByteBuffer

  private let limits: WyomingLimits
  private var parser: WyomingEventParser
  private var deadline: Scheduled<Void>?
  private var hasFault = false
  /// Whether bytes are waited for; where nobody wants any, it is not the client that takes long.
  private var isReading = false

  init(limits: WyomingLimits) {
    self.limits = limits
    parser = WyomingEventParser(limits: limits.event)
  }

  func read(context: ChannelHandlerContext) {
    isReading = true
    context.read()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    context.fireChannelReadComplete()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFault else { return }
    do throws(WyomingProtocolError) {
      // The deadline is that of the event, however often something of it comes.
      var isNew = !parser.isInsideEvent
      parser.append(unwrapInboundIn(data).readableBytesView)
      while let event = try parser.next() {
        isNew = true
        context.fireChannelRead(wrapInboundOut(.event(event)))
      }
      if isNew { followDeadline(context) }
    } catch {
      refuse(error.reason, code: error.code.rawValue, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let dismissal as WyomingDismissal: refuse(dismissal.text, code: dismissal.code, context)
    case is IdleStateHandler.IdleStateEvent:
      refuse("nothing came for \(limits.idleTime); connect again when there is something", code: "idle", context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  private func followDeadline(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = parser.isInsideEvent ? schedule(context) : nil
  }

  private func schedule(_ context: ChannelHandlerContext) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.eventTime)) { [self] in
      guard isReading else {
        deadline = schedule(context)
        return
      }
      refuse("no whole event came within \(limits.eventTime)", code: "slow", context)
    }
  }

  private func refuse(_ text: String, code: String, _ context: ChannelHandlerContext) {
    guard !hasFault else { return }
    hasFault = true
    deadline?.cancel()
    context.fireChannelRead(wrapInboundOut(.fault(text: text, code: code)))
    // What comes between two reads is held back until one is complete.
    context.fireChannelReadComplete()
  }
}

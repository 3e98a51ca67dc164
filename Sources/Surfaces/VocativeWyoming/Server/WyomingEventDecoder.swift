import NIOCore
import WyomingProtocol

/// An event of a client, or the reason why nothing more can be read.
enum WyomingArrival: Sendable {
  case event(WyomingEvent)
  case fault(text: String, code: String)
}

/// A reason to disconnect a client that its data did not cause.
struct WyomingDismissal: Sendable {
  let text: String
  let code: String
}

/// Decodes the events of a connection, and detects slow clients.
///
/// After a fault, the remaining data is read and discarded: closing with unread input would discard the reply.
final class WyomingEventDecoder: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = WyomingArrival
  typealias OutboundIn = ByteBuffer

  private let limits: WyomingLimits
  private var parser: WyomingEventParser
  private var deadline: Scheduled<Void>?
  private var hasFault = false
  /// Whether the server reads; the timeout applies only then.
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
      // The deadline applies to the whole event, even if parts of it arrive.
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
      refuse("no event arrived for \(limits.idleTime); reconnect when needed", code: "idle", context)
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
      refuse("no complete event arrived within \(limits.eventTime)", code: "slow", context)
    }
  }

  private func refuse(_ text: String, code: String, _ context: ChannelHandlerContext) {
    guard !hasFault else { return }
    hasFault = true
    deadline?.cancel()
    context.fireChannelRead(wrapInboundOut(.fault(text: text, code: code)))
    // Events that arrive between two reads are held back until a read.
    context.fireChannelReadComplete()
  }
}

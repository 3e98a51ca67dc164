import Foundation
import NIOCore
import NIOPosix
import VocativeIntents
import WyomingProtocol

/// Sends requests to an external Wyoming service, each over a separate connection.
struct WyomingClient: Sendable {
  /// The address of the service.
  let address: WyomingAddress
  /// How long a complete answer may take.
  let limit: Duration
  private let clock: any Clock<Duration>

  /// The maximum audio of an answer in bytes: half an hour.
  private static let maxBytes = 64 << 20

  /// The maximum size of an event in bytes; the description of a service may be long.
  static var answerLimits: WyomingEventParser.Limits {
    var limits = WyomingEventParser.Limits()
    limits.data = 4 << 20
    return limits
  }

  init(address: WyomingAddress, limit: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    self.address = address
    self.limit = limit
    self.clock = clock
  }

  /// Sends events, and returns the answers up to an event of a type.
  ///
  /// - Throws: `WyomingClientError` if the answer does not arrive in time, or is an error.
  func exchange(_ events: [WyomingEvent], until last: WyomingEventType) async throws -> [WyomingEvent] {
    let outcome = await withTimeLimit(limit, clock: clock) {
      do {
        return Result<[WyomingEvent], any Error>.success(try await converse(events, until: last))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let events)?: return events
    case .failure(let error)?: throw fault(error)
    case nil: throw fault("it did not answer within \(limit)")
    }
  }

  private func converse(_ events: [WyomingEvent], until last: WyomingEventType) async throws -> [WyomingEvent] {
    try await connect().executeThenClose { incoming, outgoing in
      for event in events { try await outgoing.write(ByteBuffer(bytes: try event.bytes)) }
      var parser = WyomingEventParser(limits: Self.answerLimits)
      var answers: [WyomingEvent] = []
      var byteCount = 0
      for try await buffer in incoming {
        byteCount += buffer.readableBytes
        guard byteCount <= Self.maxBytes else { throw fault("its answer is too long") }
        parser.append(buffer.readableBytesView)
        while let event = try parser.next() {
          answers.append(event)
          if event.knownType == last { return answers }
          if event.knownType == .error { throw fault(try event.message(WyomingEvent.Error.self).text) }
        }
      }
      throw fault("it closed the connection")
    }
  }

  func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(TimeAmount(limit))
    let channel: @Sendable (any Channel) -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> = { channel in
      channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
    }
    switch address {
    case .tcp(let host, let port): return try await bootstrap.connect(host: host, port: port, channelInitializer: channel)
    case .unix(let path): return try await bootstrap.connect(unixDomainSocketPath: path, channelInitializer: channel)
    }
  }

  func fault(_ reason: String) -> WyomingClientError { WyomingClientError(address: address, reason: reason) }

  /// Returns an error of the connection with the address and the reason of the system.
  func fault(_ error: any Error) -> WyomingClientError {
    switch error {
    case let fault as WyomingClientError: fault
    // A host may have several addresses; one reason is enough.
    case let failure as NIOConnectionError:
      if let first = failure.connectionErrors.first {
        fault("connect: \(reason(first.error))")
      } else if failure.dnsAError != nil || failure.dnsAAAAError != nil {
        fault("the host is unknown")
      } else {
        fault("\(failure)")
      }
    default: fault(reason(error))
    }
  }

  private func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case ChannelError.connectTimeout: "no answer within \(limit)"
    default: "\(error)"
    }
  }
}

/// A failure of an external service.
struct WyomingClientError: Error, Equatable, CustomStringConvertible {
  let address: WyomingAddress
  let reason: String

  var description: String { "\(address): \(reason)" }
}

public import Logging
public import ServiceLifecycle
public import Vocative

/// Serves what an assistant can do to other programs, by the Wyoming protocol: wake words, speech to text, intents, speech.
///
/// The protocol has neither passwords nor encryption: whoever reaches the address can use the assistant.
public struct WyomingServer: Service {
  private let address: WyomingAddress
  private let services: WyomingServices
  private let limits: WyomingLimits
  private let logger: Logger
  private let onListening: @Sendable (WyomingAddress) -> Void

  /// A server at an address.
  ///
  /// - Parameter onListening: Told where it is, when it can be reached.
  public init(
    _ address: WyomingAddress, services: WyomingServices, logger: Logger,
    onListening: @escaping @Sendable (WyomingAddress) -> Void = { _ in }
  ) {
    self.address = address
    self.services = services
    limits = services.limits
    self.logger = logger
    self.onListening = onListening
  }

  /// Serves until the task is cancelled or a graceful shutdown is asked for.
  ///
  /// - Throws: `WyomingServerError` when the address cannot be listened on.
  public func run() async throws {
    try await WyomingEndpoint(address: address, offer: "Wyoming", limits: limits, logger: logger).serve(onListening: onListening)
    {
      answer, _ in WyomingSession(services: services, answer: answer, logger: logger)
    }
  }
}

/// An address on which Wyoming cannot be served.
public struct WyomingServerError: ExitStatusProviding, CustomStringConvertible {
  let address: WyomingAddress
  let reason: String

  /// The address, why, and what to do.
  public var description: String { "Wyoming cannot be served at \(address): \(reason); name another address" }
  /// Something that is needed is not there.
  public var exitStatus: ExitStatus { .unavailable }
}

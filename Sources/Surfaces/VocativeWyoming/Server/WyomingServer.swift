public import Logging
public import ServiceLifecycle
public import Vocative

/// Serves an assistant's stages to other programs over the Wyoming protocol: wake words, speech to text, intents, speech.
///
/// The protocol has no passwords and no encryption: every program that can connect can use the assistant.
public struct WyomingServer: Service {
  private let address: WyomingAddress
  private let services: WyomingServices
  private let limits: WyomingLimits
  private let logger: Logger
  private let onListening: @Sendable (WyomingAddress) -> Void

  /// Creates a server at an address.
  ///
  /// - Parameter onListening: Called with the address when it accepts connections.
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

  /// Serves until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: `WyomingServerError` if the server can't listen on the address; it can then run again.
  public func run() async throws {
    try await WyomingEndpoint(address: address, offer: "Wyoming", limits: limits, logger: logger).serve(onListening: onListening)
    {
      answer, _ in WyomingSession(services: services, answer: answer, logger: logger)
    }
  }
}

/// An error about an address on which Wyoming can't be served.
public struct WyomingServerError: ServedAddressError, CustomStringConvertible {
  let address: WyomingAddress
  let reason: String
  /// Whether this computer does not have the address or does not know the host.
  public let isAddressMissing: Bool

  /// The address, the reason and the remedy.
  public var description: String { "can't serve Wyoming at \(address): \(reason); select another address" }
  /// The exit status is `unavailable`.
  public var exitStatus: ExitStatus { .unavailable }
}

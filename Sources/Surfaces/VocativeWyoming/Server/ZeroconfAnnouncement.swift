import Foundation
public import Logging
public import ServiceLifecycle
import Subprocess

/// Announces a Wyoming service to the local network, where Home Assistant finds it, by Avahi's `avahi-publish`.
public struct ZeroconfAnnouncement: Service {
  /// The kind of service that Home Assistant looks for.
  private static let serviceType = "_wyoming._tcp"
  /// The program, and the Debian package it comes in.
  private static let program = (name: "avahi-publish", package: "avahi-utils")

  private let name: String
  private let addresses: AsyncStream<WyomingAddress>
  private let retryTime: Duration
  private let clock: any Clock<Duration>
  private let logger: Logger

  /// The name of this computer's service: whoever has found it before knows it by that.
  public static var usualName: String { "vocative-\(ProcessInfo.processInfo.hostName.prefix { $0 != "." })" }

  /// An announcement of the first of some addresses, as soon as it comes.
  ///
  /// - Parameter retryTime: After how long it is tried again, when Avahi is not there or has left.
  public init(
    name: String = usualName, addresses: AsyncStream<WyomingAddress>, retryTime: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    self.name = name
    self.addresses = addresses
    self.retryTime = retryTime
    self.clock = clock
    self.logger = logger
  }

  /// Announces the service until the task is cancelled or a graceful shutdown is asked for.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      guard case .tcp(_, let port)? = await addresses.first(where: { _ in true }) else { return }
      var isTold = false
      while !Task.isCancelled {
        let reason = await announce(port: port)
        if Task.isCancelled { return }
        if !isTold {
          isTold = true
          logger.warning("\(name) is not announced to the local network: \(reason); it is tried again every \(retryTime)")
        }
        try? await clock.sleep(for: retryTime)
      }
    }
  }

  /// - Returns: Why it has ended.
  private func announce(port: Int) async -> String {
    do {
      let result = try await Subprocess.run(
        .name(Self.program.name), arguments: ["--service", name, Self.serviceType, "\(port)"], output: .discarded,
        error: .string(limit: 4096))
      let words = result.standardError.split(separator: "\n").last.map(String.init) ?? "\(result.terminationStatus)"
      return "\(Self.program.name) has ended: \(words). Run: sudo systemctl enable --now avahi-daemon"
    } catch {
      return "\(Self.program.name) cannot be run. Run: sudo apt-get install \(Self.program.package)"
    }
  }
}

import Foundation
public import Logging
public import ServiceLifecycle
import Subprocess
import VocativeIntents

/// Announces a Wyoming service on the local network, where Home Assistant discovers it, with Avahi's `avahi-publish`.
public struct ZeroconfAnnouncement: Service {
  /// The service type that Home Assistant looks for.
  private static let serviceType = "_wyoming._tcp"
  /// The program, and its Debian package.
  private static let program = (name: "avahi-publish", package: "avahi-utils")
  /// The maximum number of bytes of the program's last messages.
  private static let maxMessageBytes = 4096

  private let name: String
  private let addresses: AsyncStream<WyomingAddress>
  private let retryTime: Duration
  private let clock: any Clock<Duration>
  private let logger: Logger

  /// The name of this computer's service.
  ///
  /// It must be stable, as clients remember it.
  public static var defaultName: String { "vocative-\(ProcessInfo.processInfo.hostName.prefix { $0 != "." })" }

  /// Creates an announcement of the first address it receives.
  ///
  /// - Parameter retryTime: The pause before a retry, if Avahi is missing or stopped.
  public init(
    name: String = defaultName, addresses: AsyncStream<WyomingAddress>, retryTime: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    self.name = name
    self.addresses = addresses
    self.retryTime = retryTime
    self.clock = clock
    self.logger = logger
  }

  /// Announces the service until the task is cancelled or a graceful shutdown begins.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      guard case .tcp(_, let port)? = await addresses.first(where: { _ in true }) else { return }
      var isLogged = false
      while !Task.isCancelled {
        let elapsed = clock.stopwatch()
        let reason = await announce(port: port)
        if Task.isCancelled || RunningPrograms.areEnding { return }
        // The program ends at once if it cannot announce the service. Otherwise, this is the beginning of another fault.
        if elapsed() >= retryTime { isLogged = false }
        if !isLogged {
          isLogged = true
          logger.warning("\(name) is not announced on the local network: \(reason); retrying every \(retryTime)")
        }
        try? await clock.sleep(for: retryTime)
      }
    }
  }

  /// - Returns: The reason why it ended.
  private func announce(port: Int) async -> String {
    guard let number = RunningPrograms.register() else { return "this computer's service ends" }
    // A program that cannot be started is forgotten here.
    defer { RunningPrograms.end(number) }
    var options = PlatformOptions()
    // Signals reach it only as the leader of a process group.
    options.createSession = true
    do {
      let result = try await Subprocess.run(
        .name(Self.program.name), arguments: ["--service", name, Self.serviceType, "\(port)"], platformOptions: options,
        input: .none, output: .discarded, error: .sequence
      ) { execution in
        RunningPrograms.begin(number, leader: execution.processIdentifier.value)
        // The program is reaped after this; then its group may belong to another program.
        defer { RunningPrograms.end(number) }
        var words: [UInt8] = []
        for try await buffer in execution.standardError {
          buffer.withUnsafeBytes { words.append(contentsOf: $0) }
          words.removeFirst(max(words.count - Self.maxMessageBytes, 0))
        }
        return String(decoding: words, as: UTF8.self)
      }
      let words = result.closureResult.split(separator: "\n").last.map(String.init) ?? "\(result.terminationStatus)"
      return "\(Self.program.name) ended: \(words). Run: sudo systemctl enable --now avahi-daemon"
    } catch {
      return "\(Self.program.name) is not installed. Run: sudo apt-get install \(Self.program.package)"
    }
  }
}

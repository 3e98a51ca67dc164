public import Logging
import Synchronization
public import VocativeIntents
public import VocativeIntentsFile

/// The running apps of a program.
///
/// An app whose file is unchanged keeps running when the assistants are loaded again. An app that is no longer used is ended after
/// its last request. Call `RunningPrograms.endAll()` before the program exits.
public final class AppHosts: Sendable {
  /// The announcements of the apps.
  public let announcements: AsyncStream<AppAnnouncement>
  private let announcement: AsyncStream<AppAnnouncement>.Continuation
  private let limits: AppHostLimits
  private let clock: AppClock
  private let logger: Logger
  private let hosts = Mutex<[String: AppHost]>([:])

  /// Creates a program without apps.
  public init(limits: AppHostLimits = AppHostLimits(), clock: any Clock<Duration> = ContinuousClock(), logger: Logger) {
    self.limits = limits
    self.clock = AppClock(clock)
    self.logger = logger
    (announcements, announcement) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8))
  }

  /// Returns an app as an assistant; it is started to say hello if it has not done so yet.
  ///
  /// - Throws: `AppError` if it does not say hello, or its hello has a fault.
  public func assistant(_ file: AppFile) async throws -> Assistant { try await host(of: file).assistant() }

  private func host(of file: AppFile) -> AppHost {
    hosts.withLock { hosts in
      if let host = hosts[file.name], host.file == file { return host }
      let host = AppHost(file, limits: limits, clock: clock, logger: logger) { [announcement] in announcement.yield($0) }
      hosts[file.name] = host
      return host
    }
  }

  /// Ends all apps except these, each after its last request.
  public func keep(_ names: [String]) { hosts.withLock { hosts in hosts = hosts.filter { names.contains($0.key) } } }

  /// The states of the apps by name.
  public var states: [String: AppState] { hosts.withLock { hosts in hosts.mapValues(\.state) } }

  /// Returns whether an app has changed what it declares, or works again, since the last call.
  public func takeChanges() -> Bool {
    hosts.withLock { hosts in hosts.values.map { $0.takeChange() } }.contains(true)
  }

  /// Lets the injected clock decide what is due, for tests that advance it.
  package func tick() async {
    for host in hosts.withLock({ Array($0.values) }) { await host.tick() }
  }
}

package import Logging
package import ServiceLifecycle
import Vocative

/// An error that a valid value of a setting causes, with the place of the setting.
struct SettingError: ExitStatusProviding, CustomStringConvertible {
  /// The place of the setting, such as a file with the line.
  let place: String
  /// The error.
  let error: any Error

  /// The place, and the cause with its remedy.
  var description: String { "\(place): \(ErrorMessage.text(for: error))" }
  /// The exit status of the error itself.
  var exitStatus: ExitStatus { ExitStatus(for: error) }
}

/// A service of settings; its error begins with the place of the first of them that a source contains.
///
/// The service waits for an address that is missing: a computer may start before its network, as after a power cut, and an error
/// would end the daemon with its microphone and alarms.
package struct SettingService: Service {
  private let settings: [any AnySetting]
  private let configuration: DaemonConfiguration
  private let service: any Service
  private let clock: any Clock<Duration>
  private let logger: Logger

  /// The pause before a retry.
  private static let retryTime = Duration.seconds(10)

  /// - Parameter service: It can run again after an error about a missing address.
  package init(
    _ service: any Service, of settings: [any AnySetting], in configuration: DaemonConfiguration,
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    self.settings = settings
    self.configuration = configuration
    self.service = service
    self.clock = clock
    self.logger = logger
  }

  /// Runs the service, again and again while its address is missing.
  package func run() async throws {
    var isLogged = false
    while true {
      do {
        return try await service.run()
      } catch let error as any ServedAddressError where error.isAddressMissing {
        if !isLogged {
          isLogged = true
          let fault = ErrorMessage.text(for: configuration.located(error, at: settings))
          logger.warning("\(fault); retrying every \(Self.retryTime)")
        }
      } catch {
        throw configuration.located(error, at: settings)
      }
      try? await cancelWhenGracefulShutdown { [clock] in try await clock.sleep(for: Self.retryTime) }
      if Task.isCancelled || Task.isShuttingDownGracefully { return }
    }
  }
}

import ServiceLifecycle
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
struct SettingService: Service {
  let settings: [any AnySetting]
  let configuration: DaemonConfiguration
  let service: any Service

  func run() async throws {
    do {
      try await service.run()
    } catch {
      throw configuration.located(error, at: settings)
    }
  }
}

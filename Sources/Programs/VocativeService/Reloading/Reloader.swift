import Logging
import Systemd
import Vocative

/// Applies a changed configuration or intents file.
///
/// The new runtime is built and checked before it replaces the old one.
actor Reloader {
  /// Creates a runtime that is ready to listen.
  ///
  /// - Throws: The error of the assistant, its files or its phrases.
  typealias RuntimeMaker = @Sendable (DaemonConfiguration) async throws -> IntentRuntime
  /// Replaces the runtime in use by that of a configuration.
  ///
  /// - Throws: The error of its phrases.
  typealias RuntimeReplacement = @Sendable (IntentRuntime, DaemonConfiguration) async throws -> Void

  private let sources: ConfigurationSources
  private let make: RuntimeMaker
  private let replace: RuntimeReplacement
  private let threshold: DaemonLogHandler.Threshold
  private let hasChangedApps: @Sendable () -> Bool
  private let manager: ServiceManager
  private let logger: Logger
  private let started: DaemonConfiguration
  private var current: DaemonConfiguration
  private var files: FollowedFiles
  private var last: Task<Void, any Error>?

  /// - Parameters:
  ///   - current: The configuration in use.
  ///   - threshold: The log level, which a reload updates.
  ///   - hasChangedApps: Returns whether an app has changed what it declares since the last call.
  init(
    sources: ConfigurationSources, current: DaemonConfiguration, threshold: DaemonLogHandler.Threshold, manager: ServiceManager,
    logger: Logger, hasChangedApps: @escaping @Sendable () -> Bool = { false }, make: @escaping RuntimeMaker,
    replace: @escaping RuntimeReplacement
  ) {
    self.sources = sources
    self.current = current
    self.threshold = threshold
    self.manager = manager
    self.logger = logger
    self.make = make
    self.hasChangedApps = hasChangedApps
    self.replace = replace
    started = current
    files = FollowedFiles(Self.files(of: current, sources))
  }

  /// Reloads if a file has changed and is completely written.
  func look() async {
    if files.haveChanged(including: Self.files(of: current, sources)) {
      try? await reload(because: "a file has changed")
    } else if hasChangedApps() {
      try? await reload(because: "an app has changed")
    }
  }

  /// Reloads everything that can change without a restart.
  ///
  /// After a failure the current configuration stays in use.
  ///
  /// Reloads run one after the other.
  ///
  /// - Throws: The error, which is already logged.
  func reload(because reason: String) async throws {
    let reload = Task { [last] in
      _ = await last?.result
      try await reloadNow(because: reason)
    }
    last = reload
    try await reload.value
  }

  private func reloadNow(because reason: String) async throws {
    manager.reloading()
    // Recorded before the files are read, so that the next poll finds changes made meanwhile.
    files.use(Self.files(of: current, sources))
    do {
      let new = try sources.load()
      // Followed before the file is read, and also if it is broken: the correction is a change.
      for path in Self.files(of: new, sources) { files.follow(path) }
      try new.check()
      let runtime = try await make(new)
      try await replace(runtime, new)
      receive(new, runtime)
      logger.notice("reloaded because \(reason): serving \(new.assistants.description)")
      manager.ready(status: "listening as \(new.assistants.description)")
    } catch {
      let message = "Reload failed; keeping the current configuration: \(ErrorMessage.text(for: error))"
      logger.error("\(message)")
      manager.kept(fault: message)
      throw error
    }
  }

  private func receive(_ new: DaemonConfiguration, _ runtime: IntentRuntime) {
    for setting in new.settingsNeedingRestart(after: started) {
      logger.warning("the new \"\(setting.name)\" takes effect at the next start: systemctl restart vocatived")
    }
    threshold.level = new.logLevel
    threshold.focus = new.focus.map(Focus.init)
    if let warning = FocusCheck.warning(about: new, topics: runtime.topics) { logger.warning("\(warning)") }
    current = new
  }

  private static func files(of configuration: DaemonConfiguration, _ sources: ConfigurationSources) -> [String] {
    let assistants = configuration.assistants
    return sources.files + assistants.files + (assistants.files.isEmpty ? assistants.catalog.files : [])
  }
}

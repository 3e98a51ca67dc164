import Logging
import Systemd
import Vocative

/// Takes up a changed configuration or intents file: the new runtime is built and proved before the old one is let go.
actor Reloader {
  /// Makes a runtime that is ready to be listened with.
  ///
  /// - Throws: What is wrong with the assistant, its files or its phrases.
  typealias RuntimeMaker = @Sendable (DaemonConfiguration) async throws -> IntentRuntime
  /// Has a runtime take the place of the one that is listened with.
  ///
  /// - Throws: What is wrong with its phrases.
  typealias RuntimeReplacement = @Sendable (IntentRuntime) async throws -> Void

  private let sources: ConfigurationSources
  private let make: RuntimeMaker
  private let replace: RuntimeReplacement
  private let threshold: DaemonLogHandler.Threshold
  private let manager: ServiceManager
  private let logger: Logger
  private let started: DaemonConfiguration
  private var current: DaemonConfiguration
  private var files: FollowedFiles
  private var last: Task<Void, any Error>?

  /// - Parameters:
  ///   - current: The configuration in use.
  ///   - threshold: The level of the log, which is set anew.
  init(
    sources: ConfigurationSources, current: DaemonConfiguration, threshold: DaemonLogHandler.Threshold, manager: ServiceManager,
    logger: Logger, make: @escaping RuntimeMaker, replace: @escaping RuntimeReplacement
  ) {
    self.sources = sources
    self.current = current
    self.threshold = threshold
    self.manager = manager
    self.logger = logger
    self.make = make
    self.replace = replace
    started = current
    files = FollowedFiles(Self.files(of: current, sources))
  }

  /// Reloads if a file has changed and is not being written any more.
  func look() async {
    if files.haveChanged() { try? await reload(because: "a file has changed") }
  }

  /// Reloads everything that can change without a restart; what is broken keeps what there is, and is told.
  ///
  /// One reload follows the other, whoever asks for it.
  ///
  /// - Throws: What is broken, which has been told already.
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
    // The state before it is read: what changes meanwhile is found at the next look.
    files.use(Self.files(of: current, sources))
    do {
      let new = try sources.load()
      // Followed before it is read, and also when it is broken: mending it is a change.
      if case .file(let path) = new.assistant { files.follow(path) }
      let runtime = try await make(new)
      try await replace(runtime)
      take(new)
      logger.notice("reloaded, because \(reason): the assistant is \"\(new.assistant.name)\"")
      manager.ready(status: "listening as \"\(new.assistant.name)\"")
    } catch {
      let message = "nothing was reloaded, and all stays as it was: \(ErrorMessage.text(for: error))"
      logger.error("\(message)")
      manager.ready(status: message)
      throw error
    }
  }

  private func take(_ new: DaemonConfiguration) {
    for key in new.keysNeedingRestart(after: started) {
      logger.warning("the new \"\(key.name)\" is taken up at the next start: systemctl restart vocatived")
    }
    threshold.level = new.logLevel
    current = new
  }

  private static func files(of configuration: DaemonConfiguration, _ sources: ConfigurationSources) -> [String] {
    guard case .file(let path) = configuration.assistant else { return sources.files }
    return sources.files + [path]
  }
}

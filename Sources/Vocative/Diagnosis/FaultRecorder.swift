import Logging
import Synchronization

/// Collects the errors that are logged while something is checked; other messages go on to another logger.
final class FaultRecorder: Sendable {
  private let faults = Mutex<[String]>([])

  /// The errors so far, the earliest first.
  var messages: [String] { faults.withLock { $0 } }

  /// Returns a logger whose errors are collected.
  func logger(before next: Logger) -> Logger {
    var logger = Logger(label: next.label) { _ in Handler(recorder: self, next: next) }
    logger.logLevel = next.logLevel
    return logger
  }

  private struct Handler: LogHandler {
    let recorder: FaultRecorder
    let next: Logger
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      guard event.level < .error else { return recorder.faults.withLock { $0.append("\(event.message)") } }
      next.log(level: event.level, event.message, metadata: metadata.merging(event.metadata ?? [:]) { $1 })
    }
  }
}

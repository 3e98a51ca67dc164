import Logging
import Synchronization

/// Keeps what boxes log above debug.
final class HeardLog: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])

  /// A logger that writes here.
  var logger: Logger { Logger(label: "test") { _ in self } }
  /// What was logged.
  var lines: [String] { kept.withLock { $0 } }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .info }
    set {}
  }

  func log(event: LogEvent) { kept.withLock { $0.append("\(event.message)") } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }
}

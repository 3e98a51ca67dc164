public import Logging
import Synchronization

/// A log handler that records messages.
public final class RecordedLog: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])
  private let level: Logger.Level

  /// Creates a log that records messages from a level on.
  public init(from level: Logger.Level = .trace) { self.level = level }

  /// A logger that writes to this log.
  public var logger: Logger { Logger(label: "test") { _ in self } }
  /// The recorded messages, each after its level.
  public var messages: [String] { kept.withLock { $0 } }

  /// No metadata.
  public var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  /// The minimum level of recorded messages.
  public var logLevel: Logger.Level {
    get { level }
    set {}
  }
  /// No metadata.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  /// Records a message.
  public func log(event: LogEvent) {
    kept.withLock { $0.append("\(event.level): \(event.message)") }
  }
}

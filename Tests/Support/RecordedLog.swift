public import Logging
import Synchronization

/// Keeps what is logged.
public final class RecordedLog: LogHandler, Sendable {
  private let kept = Mutex<[String]>([])
  private let level: Logger.Level

  /// A log of everything from a level on.
  public init(from level: Logger.Level = .trace) { self.level = level }

  /// A logger that writes here.
  public var logger: Logger { Logger(label: "test") { _ in self } }
  /// What was logged, each behind its level.
  public var messages: [String] { kept.withLock { $0 } }

  /// Nothing.
  public var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  /// The level from which on it is kept.
  public var logLevel: Logger.Level {
    get { level }
    set {}
  }
  /// Nothing.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  /// Keeps a message.
  public func log(event: LogEvent) {
    kept.withLock { $0.append("\(event.level): \(event.message)") }
  }
}

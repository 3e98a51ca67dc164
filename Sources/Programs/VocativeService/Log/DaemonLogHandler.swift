import Foundation
import Logging
import ProgramOutput
import Synchronization
import Vocative

/// Logs to standard error, one line per message.
///
/// For the journal, each line begins with its priority as in sd-daemon(3), otherwise with the level as a word. The journal adds
/// time stamps.
struct DaemonLogHandler: LogHandler {
  /// The topic to log, which can change while the daemon runs.
  final class Threshold: Sendable {
    private let current: Mutex<(level: Logger.Level, focus: Focus?)>

    init(_ level: Logger.Level, focus: Focus? = nil) { current = Mutex((level, focus)) }

    /// The lowest level to log; with a focus, at least everything about it.
    var level: Logger.Level {
      get { current.withLock { $0.focus == nil ? $0.level : min($0.level, .debug) } }
      set { current.withLock { $0.level = newValue } }
    }

    /// The topic to follow; nil for all.
    var focus: Focus? {
      get { current.withLock { $0.focus } }
      set { current.withLock { $0.focus = newValue } }
    }
  }

  let threshold: Threshold
  let isForJournal: Bool
  private let write: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]

  init(
    threshold: Threshold, isForJournal: Bool = JournalStream.isStandardError,
    write: @escaping @Sendable (String) -> Void = {
      LogStream.standardError.write($0) { "vocatived: warning: \($0) messages were not logged\n" }
    }
  ) {
    self.threshold = threshold
    self.isForJournal = isForJournal
    self.write = write
  }

  /// All loggers of the daemon share one level.
  var logLevel: Logger.Level {
    get { threshold.level }
    set { threshold.level = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let place = (event.metadata?["topic"] ?? metadata["topic"]).map { "\($0)" }
    if let focus = threshold.focus, event.level < .warning, !(place.map(focus.includes) ?? false) {
      return
    }
    let topic = place.map { "\($0): " } ?? ""
    let prefix = isForJournal ? "<\(event.level.journalPriority)>" : "vocatived: \(event.level): "
    // The journal would treat a line without a priority as a separate message.
    let lines = "\(event.message)".split(whereSeparator: \.isNewline).enumerated().map { number, line in
      // Continuation lines are indented, so that external text can't imitate a message of the daemon.
      "\(prefix)\(topic)\(number == 0 ? "" : "  ")\(PrintableText.line(line))\n"
    }
    write(lines.joined())
  }
}

extension Logger.Level {
  /// The level as a syslog priority.
  fileprivate var journalPriority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}

/// Detects the journal.
enum JournalStream {
  /// Returns whether standard error goes to the journal; `JOURNAL_STREAM` then contains its device and inode.
  static var isStandardError: Bool {
    var status = stat()
    guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}

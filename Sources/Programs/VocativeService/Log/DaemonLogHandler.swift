import Foundation
import Logging
import ProgramOutput
import Synchronization

/// One line a message on standard error.
///
/// Where the journal reads it the priority stands in front, as sd-daemon(3) says, else the level in words. Time stamps are the
/// journal's.
struct DaemonLogHandler: LogHandler {
  /// The least important level that is logged, which can change while the daemon runs.
  final class Threshold: Sendable {
    private let current: Mutex<Logger.Level>

    init(_ level: Logger.Level) { current = Mutex(level) }

    var level: Logger.Level {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }
  }

  let threshold: Threshold
  let isForJournal: Bool
  private let write: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]

  init(
    threshold: Threshold, isForJournal: Bool = JournalStream.isStandardError,
    write: @escaping @Sendable (String) -> Void = {
      LogStream.standardError.write($0) { "vocatived: warning: \($0) messages could not be logged\n" }
    }
  ) {
    self.threshold = threshold
    self.isForJournal = isForJournal
    self.write = write
  }

  /// The daemon has one level, whichever logger asks.
  var logLevel: Logger.Level {
    get { threshold.level }
    set { threshold.level = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let topic = (event.metadata?["topic"] ?? metadata["topic"]).map { "\($0): " } ?? ""
    let prefix = isForJournal ? "<\(event.level.journalPriority)>" : "vocatived: \(event.level): "
    // A line without a priority of its own would be taken for another message.
    let lines = "\(event.message)".split(whereSeparator: \.isNewline).enumerated().map { number, line in
      // What is not the first line is seen to be none: no text from elsewhere can look like a message of the daemon's.
      "\(prefix)\(topic)\(number == 0 ? "" : "  ")\(PrintableText.line(line))\n"
    }
    write(lines.joined())
  }
}

extension Logger.Level {
  /// The level by syslog's numbers.
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

/// The journal's end of a stream.
enum JournalStream {
  /// Whether standard error goes to the journal: `JOURNAL_STREAM` names its device and inode then.
  static var isStandardError: Bool {
    var status = stat()
    guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}

import ALSA
import Foundation
public import Logging
import PocketSphinx

/// Sets up logging for a program: one logger, which also gets what the C libraries would print themselves.
public enum LibraryMessages {
  /// A logger on standard error, at `level` and above.
  public static func logger(level: Logger.Level) -> Logger {
    var logger = Logger(label: "vocative") { _ in StandardErrorLogHandler() }
    logger.logLevel = level
    ALSAMessages.send(to: logger)
    PocketSphinxMessages.send(to: logger) { reason in
      // The library calls exit() next, with status 1 and no word to the user.
      let message =
        "vocative: error: PocketSphinx gave up: \(reason)\n"
        + "The recognition model is damaged or of another kind. Run: sudo apt-get install --reinstall pocketsphinx-en-us\n"
      FileHandle.standardError.write(Data(message.utf8))
      _exit(ExitStatus.configuration.rawValue)
    }
    return logger
  }
}

/// One line a message, without time stamps: the terminal's user knows the time, and journald adds its own.
struct StandardErrorLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    FileHandle.standardError.write(Data("vocative: \(event.level): \(event.message)\n".utf8))
  }
}

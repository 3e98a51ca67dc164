import ALSA
import Foundation
public import Logging
import PocketSphinx
import ProgramOutput
public import VocativeIntents

/// Sets up logging for a program, including the messages that C libraries would print.
public enum LibraryMessages {
  /// Returns a logger that writes to standard error, at `level` and above; with a focus, everything on that topic and other
  /// errors.
  public static func logger(level: Logger.Level, focus: Focus? = nil) -> Logger {
    var logger = Logger(label: "vocative") { _ in StandardErrorLogHandler(focus: focus) }
    logger.logLevel = focus == nil ? level : .debug
    send(to: logger)
    return logger
  }

  /// Redirects the messages of the C libraries to a logger.
  public static func send(to logger: Logger) {
    ALSAMessages.send(to: logger)
    PocketSphinxMessages.send(to: logger) { reason in
      // The library then calls exit(1) without a message.
      let message =
        "vocative: error: PocketSphinx failed: \(reason)\n"
        + "The recognition model is damaged or has another format. Run: sudo apt-get install --reinstall pocketsphinx-en-us\n"
      LogStream.standardError.write(message)
      _exit(ExitStatus.configuration.rawValue)
    }
  }
}

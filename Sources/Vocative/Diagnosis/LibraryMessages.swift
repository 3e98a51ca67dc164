import ALSA
import Foundation
public import Logging
import PocketSphinx
import ProgramOutput
public import VocativeIntents

/// Sets up logging for a program: one logger, which also gets what the C libraries would print themselves.
public enum LibraryMessages {
  /// A logger on standard error, at `level` and above; with a focus everything of that topic, and of the rest only errors.
  public static func logger(level: Logger.Level, focus: Focus? = nil) -> Logger {
    var logger = Logger(label: "vocative") { _ in StandardErrorLogHandler(focus: focus) }
    logger.logLevel = focus == nil ? level : .debug
    send(to: logger)
    return logger
  }

  /// Has what the C libraries would print themselves go to a logger.
  public static func send(to logger: Logger) {
    ALSAMessages.send(to: logger)
    PocketSphinxMessages.send(to: logger) { reason in
      // The library calls exit() next, with status 1 and no word to the user.
      let message =
        "vocative: error: PocketSphinx gave up: \(reason)\n"
        + "The recognition model is damaged or of another kind. Run: sudo apt-get install --reinstall pocketsphinx-en-us\n"
      LogStream.standardError.write(message)
      _exit(ExitStatus.configuration.rawValue)
    }
  }
}

import CALSA
public import Logging
import Synchronization

/// Redirects ALSA's own messages from standard error to a logger, at debug level.
public enum ALSAMessages {
  private static let logger = Mutex<Logger?>(nil)

  /// Sends ALSA's messages to `logger` at debug level from now on.
  ///
  /// This setting is global to the process, because ALSA's error handler is.
  public static func send(to logger: Logger) {
    self.logger.withLock { $0 = logger }
    calsa_set_message_handler { message in
      let text = String(cString: message)
      ALSAMessages.logger.withLock { $0 }?.debug("\(text)")
    }
  }
}

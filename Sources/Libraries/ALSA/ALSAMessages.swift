import CALSA
public import Logging
import Synchronization

/// Where ALSA's own messages go: a logger, at debug level, instead of standard error.
public enum ALSAMessages {
  private static let logger = Mutex<Logger?>(nil)

  /// Sends ALSA's messages to `logger` at debug level from now on.
  ///
  /// The setting is global to the process, as ALSA's is.
  public static func send(to logger: Logger) {
    self.logger.withLock { $0 = logger }
    calsa_set_message_handler { message in
      let text = String(cString: message)
      ALSAMessages.logger.withLock { $0 }?.debug("\(text)")
    }
  }
}

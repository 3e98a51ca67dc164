import CPocketSphinx
import Foundation
public import Logging
import Synchronization

/// Where PocketSphinx's own messages go: a logger, at debug level, instead of standard error.
public enum PocketSphinxMessages {
  private struct State {
    var logger: Logger?
    var lastError: String?
    var fatalRemedy: @Sendable (String) -> Void = { _ in }
  }

  private static let state = Mutex(State())

  /// Sends PocketSphinx's messages to `logger` at debug level from now on.
  ///
  /// The setting is global to the process, as the library's is.
  ///
  /// - Parameters:
  ///   - logger: Receives every message at debug level.
  ///   - onFatal: Called when the library is about to end the process by `exit()`; the last chance to say why in our own words.
  public static func send(to logger: Logger, onFatal: @escaping @Sendable (String) -> Void) {
    state.withLock {
      $0.logger = logger
      $0.fatalRemedy = onFatal
    }
    install()
  }

  static func install() { _ = installed }

  // Once: the library keeps what it calls where any thread reads it.
  private static let installed: Void = {
    // The table of settings is printed past the message handler.
    err_set_logfp(nil)
    cpocketsphinx_set_message_handler { level, message in
      let text = String(cString: message).trimmingCharacters(in: .whitespacesAndNewlines)
      let current = PocketSphinxMessages.state.withLock { state in
        if level >= Int32(ERR_ERROR.rawValue) { state.lastError = text }
        return state
      }
      current.logger?.debug("\(text)")
      if level == Int32(ERR_FATAL.rawValue) { current.fatalRemedy(text) }
    }
  }()

  /// The library's last error message, forgotten once read, without its source file and line.
  static func takeLastError() -> String {
    let message = state.withLock { state in
      defer { state.lastError = nil }
      return state.lastError
    }
    guard let message else { return "no reason given" }
    return message.replacing(#/^ERROR: "[^"]*", line \d+: /#, with: "")
  }
}

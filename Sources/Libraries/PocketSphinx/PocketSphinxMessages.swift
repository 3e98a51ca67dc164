import CPocketSphinx
import Foundation
public import Logging
import Synchronization

/// Redirects PocketSphinx's own warnings and errors from standard error to a logger, at debug level.
///
/// Its other messages are not logged: they contain what was heard, which may be private.
public enum PocketSphinxMessages {
  private struct State {
    var logger: Logger?
    var lastError: String?
    var fatalRemedy: @Sendable (String) -> Void = { _ in }
  }

  private static let state = Mutex(State())

  /// Sends PocketSphinx's warnings and errors to `logger` at debug level from now on.
  ///
  /// This setting is global to the process, because the library's message handler is.
  ///
  /// - Parameters:
  ///   - logger: Receives warnings and errors at debug level.
  ///   - onFatal: Called before the library ends the process with `exit()`; the last chance to explain the failure.
  public static func send(to logger: Logger, onFatal: @escaping @Sendable (String) -> Void) {
    state.withLock {
      $0.logger = logger
      $0.fatalRemedy = onFatal
    }
    install()
  }

  static func install() { _ = installed }

  // Installed once: the library reads its handler from any thread.
  private static let installed: Void = {
    // The library prints the table of settings without the message handler.
    err_set_logfp(nil)
    cpocketsphinx_set_message_handler { level, message in
      let text = String(cString: message).trimmingCharacters(in: .whitespacesAndNewlines)
      let current = PocketSphinxMessages.state.withLock { state in
        if level >= Int32(ERR_ERROR.rawValue) { state.lastError = text }
        return state
      }
      if level >= Int32(ERR_WARN.rawValue) { current.logger?.debug("\(text)") }
      if level == Int32(ERR_FATAL.rawValue) { current.fatalRemedy(text) }
    }
  }()

  /// Returns and clears the library's last error message, without its source file and line.
  static func takeLastError() -> String {
    let message = state.withLock { state in
      defer { state.lastError = nil }
      return state.lastError
    }
    guard let message else { return "no reason given" }
    return message.replacing(#/^ERROR: "[^"]*", line \d+: /#, with: "")
  }
}

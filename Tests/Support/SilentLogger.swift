public import Logging

extension Logger {
  /// A logger that discards its messages, for tests that do not check them.
  public static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

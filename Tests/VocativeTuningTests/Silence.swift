import Logging

/// A silent logger for tests that do not check the log.
enum Silence {
  static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

import Logging

/// For tests that look at no log.
enum Silence {
  static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

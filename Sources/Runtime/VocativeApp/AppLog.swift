import ProgramOutput

/// The messages of an app to its owner, on standard error.
enum AppLog {
  static func write(_ text: String) { try? StandardStream.error.write(text) }
}

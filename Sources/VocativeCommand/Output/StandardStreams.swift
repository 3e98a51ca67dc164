import Foundation

/// Writes to standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}

/// Writes to standard output, line by line, so that a program behind a pipe sees each line when it happens.
enum StandardOutput {
  static func line(_ text: String) { write(text + "\n") }

  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}

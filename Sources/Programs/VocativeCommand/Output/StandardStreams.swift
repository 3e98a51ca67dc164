import ProgramOutput

extension ProgramStreams {
  /// The streams of this program.
  static let vocative = ProgramStreams(program: "vocative")
}

/// Writes to standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) { ProgramStreams.vocative.printError(text) }
}

/// Writes to standard output, line by line, so that a program behind a pipe sees each line when it happens.
enum StandardOutput {
  static func line(_ text: String) { write(text + "\n") }

  static func write(_ text: String) { ProgramStreams.vocative.print(text) }
}

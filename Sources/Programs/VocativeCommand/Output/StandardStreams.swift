import ProgramOutput

extension ProgramStreams {
  /// The streams of this program.
  static let vocative = ProgramStreams(program: "vocative")
}

/// Writes to standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) { ProgramStreams.vocative.printError(text) }
}

/// Writes to standard output line by line, so that a program at the end of a pipe receives each line immediately.
enum StandardOutput {
  /// Writes a line of text, with control characters removed.
  static func line(_ text: String) { write(PrintableText.lines(text) + "\n") }

  /// Writes a line with Vocative's own colours; every text in it is already clean.
  static func drawing(_ line: String) { write(line + "\n") }

  static func write(_ text: String) { ProgramStreams.vocative.print(text) }
}

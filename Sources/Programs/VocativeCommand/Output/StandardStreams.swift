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
  /// Writes a line of text, which a terminal shows and does not obey.
  static func line(_ text: String) { write(PrintableText.lines(text) + "\n") }

  /// Writes a line with colours of our own; every text in it is clean already.
  static func drawing(_ line: String) { write(line + "\n") }

  static func write(_ text: String) { ProgramStreams.vocative.print(text) }
}

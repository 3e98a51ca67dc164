import Foundation
import ProgramOutput
import Vocative

extension ProgramStreams {
  /// The streams of this program.
  static let vocative = ProgramStreams(program: "vocative") { RunningPrograms.terminateAll() }
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

/// Reads from standard input.
enum StandardInput {
  /// Returns the next line; nil at the end.
  static func line() async -> String? {
    await withCheckedContinuation { continuation in
      // Reading a line blocks the thread.
      Thread.detachNewThread { continuation.resume(returning: readLine()) }
    }
  }

  /// Returns an argument, or the next line instead of `-`: other users can read the arguments of a running program.
  static func text(for argument: String) async -> String {
    guard argument == "-" else { return argument }
    return await line() ?? ""
  }
}

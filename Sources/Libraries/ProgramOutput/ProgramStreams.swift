import Foundation

/// What a program prints; it ends when its output cannot be written, since nobody would get what it goes on to do.
package struct ProgramStreams: Sendable {
  /// The status of a program whose output cannot be written, by `sysexits.h`.
  package static let outputStatus: Int32 = 74

  private let program: String
  private let output: StandardStream
  private let error: StandardStream

  /// The streams of a program of this name.
  package init(program: String) {
    self.program = program
    output = .output
    error = .error
  }

  /// Writes to standard output.
  ///
  /// When the reader has closed the pipe, the program ends without a word, with the status that a shell has for a program that ended
  /// on SIGPIPE. On any other failure it ends with a line on standard error and `outputStatus`.
  package func print(_ text: String) {
    do throws(StandardStream.Failure) {
      try output.write(text)
    } catch {
      // Not `exit`: what other threads are doing must not meet what they use being taken down.
      guard !error.isClosedPipe else { _exit(128 + SIGPIPE) }
      printError("\(program): error: standard output cannot be written: \(error)\n")
      _exit(Self.outputStatus)
    }
  }

  /// Writes to standard error; what cannot be written is left out, as there is no other place to say so.
  package func printError(_ text: String) {
    do throws(StandardStream.Failure) { try error.write(text) } catch {}
  }

  /// Ends the program with a last message: on standard output for help that was asked for, else on standard error.
  package func end(_ message: String, status: Int32) -> Never {
    if !message.isEmpty {
      if status == 0 { print(message + "\n") } else { printError(message + "\n") }
    }
    exit(status)
  }
}

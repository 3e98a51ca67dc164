import Foundation

/// A program's standard streams; the program ends if standard output cannot be written, because its results would be lost.
package struct ProgramStreams: Sendable {
  /// The exit status if standard output cannot be written (`EX_IOERR` in `sysexits.h`).
  package static let outputStatus: Int32 = 74

  private let program: String
  private let output: StandardStream
  private let error: StandardStream
  private let cleanUp: @Sendable () -> Void

  /// Creates the streams of a program with this name.
  ///
  /// - Parameter cleanUp: Called before the program ends because standard output cannot be written.
  package init(program: String, cleanUp: @escaping @Sendable () -> Void = {}) {
    self.program = program
    self.cleanUp = cleanUp
    output = .output
    error = .error
  }

  /// Writes to standard output.
  ///
  /// If the reader has closed the pipe, the program ends silently, with the status a shell reports for SIGPIPE. On any other
  /// failure it ends with an error on standard error and `outputStatus`.
  package func print(_ text: String) {
    do throws(StandardStream.Failure) {
      try output.write(text)
    } catch {
      cleanUp()
      // `_exit` rather than `exit`: other threads are still running and must not find their state torn down.
      guard !error.isClosedPipe else { _exit(128 + SIGPIPE) }
      printError("\(program): error: standard output cannot be written: \(error)\n")
      _exit(Self.outputStatus)
    }
  }

  /// Writes to standard error; a failure is ignored, because there is no other place to report it.
  package func printError(_ text: String) {
    do throws(StandardStream.Failure) { try error.write(text) } catch {}
  }

  /// Ends the program with a last message: on standard output if the status is 0, as for requested help, otherwise on standard
  /// error.
  package func end(_ message: String, status: Int32) -> Never {
    if !message.isEmpty {
      if status == 0 { print(message + "\n") } else { printError(message + "\n") }
    }
    exit(status)
  }
}

import Synchronization

/// Where a program logs: what cannot be written is counted and left out, as there is no other place to say so.
package final class LogStream: Sendable {
  /// Standard error.
  package static let standardError = LogStream(.error)

  private let stream: StandardStream
  private let lost = Mutex(0)

  /// A log on a stream.
  package init(_ stream: StandardStream) { self.stream = stream }

  /// Writes a message with its line end.
  ///
  /// - Parameter note: The line, with its line end, that says before the next message how many were lost.
  package func write(_ message: String, note: (_ lost: Int) -> String = { "\($0) messages could not be logged\n" }) {
    // One message after the other: a note and its message stand together.
    lost.withLock { lost in
      do throws(StandardStream.Failure) {
        try stream.write(lost > 0 ? note(lost) + message : message)
        lost = 0
      } catch {
        lost += 1
      }
    }
  }
}

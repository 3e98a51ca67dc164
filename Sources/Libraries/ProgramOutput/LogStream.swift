import Synchronization

/// A program's log; messages that cannot be written are counted and dropped, because there is no other place to report them.
package final class LogStream: Sendable {
  /// Standard error.
  package static let standardError = LogStream(.error)

  private let stream: StandardStream
  private let lost = Mutex(0)

  /// Creates a log on a stream.
  package init(_ stream: StandardStream) { self.stream = stream }

  /// Writes a message, which must end with a line break.
  ///
  /// - Parameter note: Returns the line, with its line break, that reports how many messages were lost before the next one.
  package func write(_ message: String, note: (_ lost: Int) -> String = { "\($0) messages could not be logged\n" }) {
    // The lock keeps a note and its message together.
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

package import Foundation

/// Standard output or standard error without a buffer, so that a reader behind a pipe receives each line immediately.
///
/// Foundation's `FileHandle.write(_:)` crashes the program when a disk is full or a pipe is closed.
package struct StandardStream: Sendable {
  /// The reason a write failed.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The system's error number.
    package let code: Int32
    /// Whether the reader has closed its end, which is not an error.
    package var isClosedPipe: Bool { code == EPIPE }
    /// The system's message.
    package var description: String { String(cString: strerror(code)) }
  }

  /// Standard output.
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  /// Standard error.
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Creates a stream over an open descriptor, which the caller continues to own.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Prepares the program's streams; call it before any other file is opened.
  ///
  /// Writing to a closed pipe then fails with an error instead of a signal. Standard streams that the caller has closed are
  /// occupied, so that a file opened later does not take their number and receive printed text; using them still fails.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // open() returns the lowest free number, which is this one. The direction is wrong on purpose.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all of a text.
  ///
  /// - Throws: `Failure` if the text could not be written completely.
  package func write(_ text: String) throws(Failure) { try write(Data(text.utf8)) }

  /// Writes all of the data.
  ///
  /// - Throws: `Failure` if the data could not be written completely.
  package func write(_ data: Data) throws(Failure) {
    let code = data.withUnsafeBytes { Self.write($0, to: descriptor) }
    if code != 0 { throw Failure(code: code) }
  }

  /// Writes all bytes; returns the system's error number, or 0.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process that shares the stream, such as a terminal, has made it non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

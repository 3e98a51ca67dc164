package import Foundation

/// Standard output or standard error, written without a buffer, so that a program behind a pipe sees each line when it happens.
///
/// Foundation's `FileHandle.write(_:)` ends the program with a trace when a disk is full or a pipe is closed.
package struct StandardStream: Sendable {
  /// Why a stream was not written.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The system's number for it.
    package let code: Int32
    /// Whether the reader has closed its end, which is not a fault.
    package var isClosedPipe: Bool { code == EPIPE }
    /// The system's own words.
    package var description: String { String(cString: strerror(code)) }
  }

  /// Standard output.
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  /// Standard error.
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// A stream over an open descriptor, which stays the caller's to close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Makes a program ready to write: call it before anything else is opened.
  ///
  /// A closed pipe is an error of a write from then on, and not a signal. A standard stream that the caller has closed is occupied, so
  /// that no file that is opened later takes its number and gets what is printed; it still fails when it is used.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one. The direction is the wrong one on purpose.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a text whole.
  ///
  /// - Throws: `Failure` when not all of it could be written.
  package func write(_ text: String) throws(Failure) { try write(Data(text.utf8)) }

  /// Writes data whole.
  ///
  /// - Throws: `Failure` when not all of it could be written.
  package func write(_ data: Data) throws(Failure) {
    let code = data.withUnsafeBytes { Self.write($0, to: descriptor) }
    if code != 0 { throw Failure(code: code) }
  }

  /// Writes bytes whole; gives the system's error number, or 0.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody who shares the stream, such as a terminal, has made it non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

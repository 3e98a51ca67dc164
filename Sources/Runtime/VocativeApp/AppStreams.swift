import AppProtocol
import Foundation
import Glibc
import Synchronization

/// Writes messages to Vocative, one at a time.
final class AppOutput: Sendable {
  private let descriptor: Mutex<Int32>

  init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Writes a message; one that is too long is left out.
  func write(_ message: AppMessage) {
    if let line = try? message.line { write(line) }
  }

  /// Writes a line.
  ///
  /// Nothing is written after Vocative has ended; then the input ends too.
  func write(_ line: [UInt8]) {
    descriptor.withLock { descriptor in
      var written = 0
      while written < line.count {
        let count = line[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        written += count
      }
    }
  }
}

/// Reads the messages of Vocative.
enum AppInput {
  /// Returns the lines of a descriptor, which a thread of its own reads until the end.
  static func lines(of descriptor: Int32) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      let thread = Thread {
        var reader = AppLineReader()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
          let count = Glibc.read(descriptor, &buffer, buffer.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          reader.append(buffer[..<count])
          do {
            while let line = try reader.next() { continuation.yield(line) }
          } catch {
            break
          }
        }
        continuation.finish()
      }
      thread.name = "app input"
      thread.start()
    }
  }
}

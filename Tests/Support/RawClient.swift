import Foundation

/// A client that sends arbitrary bytes to a Unix socket.
public enum RawClient {
  /// A failed operation with its error number.
  public struct Failure: Error {
    let operation: String
    let code: Int32
  }

  /// Sends bytes and reads until the server disconnects.
  ///
  /// - Parameter isDone: Whether to close the sending side; otherwise the server waits for more.
  public static func exchange(_ bytes: [UInt8], with path: String, isDone: Bool = true) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      // Reading blocks, and must not occupy one of the few threads that other tests use.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let descriptor = try connect(to: path)
            defer { close(descriptor) }
            return try exchangeBlocking(bytes, on: descriptor, isDone: isDone)
          })
      }
    }
  }

  /// Sends a text to a local port and reads until the server disconnects.
  public static func exchange(_ text: String, withPort port: UInt16) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let status = withUnsafePointer(to: &address) {
              $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
              }
            }
            guard status == 0 else { throw Failure(operation: "connect", code: errno) }
            return try exchangeBlocking(Array(text.utf8), on: descriptor, isDone: false).joined(separator: "\n")
          })
      }
    }
  }

  /// Opens a connection without sending anything.
  public static func connect(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw Failure(operation: "connect", code: errno) }
    return descriptor
  }

  /// Connects to a port of this computer and sends nothing.
  ///
  /// - Parameter host: The own address; another one of 127.0.0.0/8 simulates another computer.
  public static func connect(toPort port: UInt16, from host: String = "127.0.0.1") throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_addr.s_addr = inet_addr(host)
    let isBound = withUnsafePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard isBound == 0 else {
      let code = errno
      close(descriptor)
      throw Failure(operation: "bind", code: code)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let code = errno
      close(descriptor)
      throw Failure(operation: "connect", code: code)
    }
    return descriptor
  }

  /// Waits until the server sends something or closes the connection; returns whether it closed.
  public static func isHungUp(_ descriptor: Int32) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var byte: UInt8 = 0
        continuation.resume(returning: read(descriptor, &byte, 1) <= 0)
      }
    }
  }

  /// Returns whether the server has closed a connection on which it has sent nothing.
  public static func isClosed(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN)
  }

  /// Sends a line and waits for any answer.
  public static func ask(_ line: String, on descriptor: Int32) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        var byte: UInt8 = 0
        let isAnswered = write(descriptor, line, line.utf8.count) > 0 && read(descriptor, &byte, 1) > 0
        continuation.resume(with: isAnswered ? .success(()) : .failure(Failure(operation: "ask", code: errno)))
      }
    }
  }

  /// Sends bytes and reads until the given words arrive or the server disconnects.
  public static func ask(_ bytes: [UInt8], on descriptor: Int32, until words: String) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var received: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: received, as: UTF8.self).contains(words), case let count = read(descriptor, &block, block.count),
          count > 0
        {
          received += block[..<count]
        }
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }

  private static func exchangeBlocking(_ bytes: [UInt8], on descriptor: Int32, isDone: Bool) throws -> [String] {
    var sent = 0
    while sent < bytes.count {
      // A server that has disconnected has sent its reason first, which must still be read.
      let count = send(descriptor, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
      guard count > 0 else { break }
      sent += count
    }
    if isDone { shutdown(descriptor, Int32(SHUT_WR)) }
    var received: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &block, block.count), count > 0 { received += block[..<count] }
    return String(decoding: received, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

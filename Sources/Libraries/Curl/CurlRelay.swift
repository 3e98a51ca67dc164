import Foundation
import Glibc

/// Passes bytes between a local socket and a server, on a thread of its own.
///
/// `@unchecked`: after `start`, only that thread uses it.
final class CurlRelay: @unchecked Sendable {
  /// The local socket for the caller.
  let socket: Int32

  private let transfer: CurlTransfer
  private let inner: Int32
  private var toServer: [UInt8] = []
  private var fromServer: [UInt8] = []

  private static let bufferSize = 1 << 16

  init(_ transfer: CurlTransfer) throws(CurlError) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0 else {
      throw CurlError("socketpair", code: .transfer, reason: "\(String(cString: strerror(errno))) (\(errno))")
    }
    (socket, inner, self.transfer) = (pair[0], pair[1], transfer)
  }

  /// Begins to pass bytes, until one side ends.
  func start() {
    Thread.detachNewThread {
      // A fault of the connection is its end for the caller.
      while (try? self.passBytes()) == true {}
      close(self.inner)
    }
  }

  /// Passes the available bytes, then waits for more; returns false when one side has ended.
  private func passBytes() throws -> Bool {
    guard let server = transfer.socket, try receive(), try sendToServer(), readFromCaller(), writeToCaller() else { return false }
    var waits = [
      Self.wait(for: server, input: fromServer.isEmpty, output: !toServer.isEmpty),
      Self.wait(for: inner, input: toServer.isEmpty, output: !fromServer.isEmpty),
    ]
    return poll(&waits, nfds_t(waits.count), -1) > 0 || errno == EINTR
  }

  /// A descriptor to wait for; without events it is ignored, because its end would be reported again and again.
  private static func wait(for descriptor: Int32, input: Bool, output: Bool) -> pollfd {
    pollfd(
      fd: input || output ? descriptor : -1, events: Int16((input ? POLLIN : 0) | (output ? POLLOUT : 0)), revents: 0)
  }

  /// Reads from the server, unless earlier bytes still wait for the caller.
  ///
  /// The library may have read ahead, so the state of its socket does not show whether there is something.
  private func receive() throws -> Bool {
    guard fromServer.isEmpty else { return true }
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    guard let count = try buffer.withUnsafeMutableBytes(transfer.receive) else {
      return false
    }
    fromServer = Array(buffer.prefix(count))
    return true
  }

  private func sendToServer() throws -> Bool {
    guard !toServer.isEmpty else { return true }
    toServer.removeFirst(try toServer.withUnsafeBytes(transfer.send))
    return true
  }

  private func readFromCaller() -> Bool {
    guard toServer.isEmpty else { return true }
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    let count = read(inner, &buffer, buffer.count)
    toServer = Array(buffer.prefix(max(count, 0)))
    return count > 0 || count < 0 && [EAGAIN, EINTR].contains(errno)
  }

  private func writeToCaller() -> Bool {
    guard !fromServer.isEmpty else { return true }
    // A caller that has closed the socket must not end the program by a signal.
    let count = send(inner, fromServer, fromServer.count, Int32(MSG_NOSIGNAL))
    fromServer.removeFirst(max(count, 0))
    return count >= 0 || [EAGAIN, EINTR].contains(errno)
  }
}

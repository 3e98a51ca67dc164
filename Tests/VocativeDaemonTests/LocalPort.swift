import Foundation
import VocativeTestSupport

/// A port of this computer that accepts connections without an answer.
final class LocalPort {
  private struct Failure: Error {}

  private let socket: Int32
  /// The number of the port.
  let number: Int

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { [socket] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else {
      close(socket)
      throw Failure()
    }
  }

  deinit { close(socket) }

  /// Waits until a program connects, and closes the connection.
  func hasVisitor() async -> Bool {
    await eventually {
      let visitor = accept(socket, nil, nil)
      if visitor >= 0 { close(visitor) }
      return visitor >= 0
    }
  }
}

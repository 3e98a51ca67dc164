import Foundation

/// Finds free ports on this computer.
public enum FreePort {
  struct Failure: Error {}

  /// Returns a port without a listener.
  public static func find() throws -> Int {
    try withSocket { socket in
      var address = loopback(port: 0)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
        }
      }
      guard code else { throw Failure() }
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }

  /// Whether a port has a listener.
  package static func isTaken(_ port: Int) -> Bool {
    (try? withSocket { socket in
      var address = loopback(port: port)
      return withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }) ?? false
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withSocket<Value>(_ work: (Int32) throws -> Value) throws -> Value {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure() }
    defer { close(socket) }
    return try work(socket)
  }
}

import NIOCore

/// A loopback address, which other computers can't reach, and a port.
public struct LocalAddress: Equatable, Sendable, CustomStringConvertible {
  /// The address: 127.0.0.1 or another that begins with 127, or ::1.
  public let host: String
  /// The port; 0 selects a free port.
  public let port: Int

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `127.0.0.1:9477`, `localhost:9477` or `[::1]:9477`; returns nil for anything else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    let host = text[..<colon]
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
    self.host = bare == "localhost" ? "127.0.0.1" : bare
    self.port = Int(port)
    guard let address = try? SocketAddress(ipAddress: self.host, port: self.port), address.isLoopback else { return nil }
  }

  /// The address in written form.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension SocketAddress {
  fileprivate var isLoopback: Bool {
    switch self {
    case .v4: ipAddress?.hasPrefix("127.") == true
    case .v6: ipAddress == "::1"
    case .unixDomainSocket: false
    }
  }
}

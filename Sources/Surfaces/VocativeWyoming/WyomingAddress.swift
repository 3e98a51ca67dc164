import NIOCore
import ProgramOutput
public import Vocative
import VocativeControl

/// The address of a Wyoming service: `tcp://127.0.0.1:10300`, `tcp://[::1]:10300` or `unix:///run/vocative/wyoming`.
public enum WyomingAddress: Hashable, Sendable, CustomStringConvertible {
  /// A port of a host; a server with port 0 selects a free port.
  case tcp(host: String, port: Int)
  /// A socket in the file system.
  case unix(path: String)

  /// The default port of Wyoming services for speech to text.
  public static let defaultPort = 10_300

  /// A socket that only this program's user and root can reach: `wyoming` in the folder of the daemon's control socket.
  public static var user: WyomingAddress { .unix(path: ControlSocket.user(named: "wyoming").path) }

  /// Parses a URI.
  ///
  /// - Throws: `WyomingAddressError` if the URI is invalid.
  public init(uri: String) throws(WyomingAddressError) {
    if uri.hasPrefix("unix://") {
      let path = String(uri.dropFirst("unix://".count))
      guard path.hasPrefix("/") else { throw WyomingAddressError(uri: uri, reason: "a socket path must begin with a slash") }
      self = .unix(path: path)
      return
    }
    guard uri.hasPrefix("tcp://") else {
      throw WyomingAddressError(uri: uri, reason: "it does not begin with tcp:// or unix://")
    }
    let authority = uri.dropFirst("tcp://".count)
    guard !authority.contains("@") else {
      throw WyomingAddressError(uri: uri, reason: "Wyoming has no user names and passwords")
    }
    guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...]) else {
      throw WyomingAddressError(uri: uri, reason: "it does not end with a port from 0 to 65535")
    }
    let host = authority[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
    guard !bare.isEmpty, isBracketed == bare.contains(":"), !bare.contains("/") else {
      throw WyomingAddressError(uri: uri, reason: "the host is missing; enclose an address with colons in brackets")
    }
    self = .tcp(host: bare, port: Int(port))
  }

  /// The address as a URI.
  public var description: String {
    switch self {
    case .tcp(let host, let port): "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unix(let path): "unix://\(path)"
    }
  }

  /// Whether only this computer can reach it.
  public var isLocal: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, let port):
      host == "localhost" || (try? SocketAddress(ipAddress: host, port: port))?.isLoopback == true
    }
  }

  /// Returns the address with the port that the server has selected.
  func bound(to port: Int?) -> WyomingAddress {
    guard case .tcp(let host, _) = self, let port else { return self }
    return .tcp(host: host, port: port)
  }
}

extension SocketAddress {
  fileprivate var isLoopback: Bool { ipAddress?.hasPrefix("127.") == true || ipAddress == "::1" }
}

/// An invalid URI of a Wyoming service.
public struct WyomingAddressError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  let uri: String
  let reason: String

  /// The URI without a password, the reason, and an example.
  public var description: String {
    "\"\(AddressText.withoutPassword(uri))\" is not a Wyoming address: \(reason); write tcp://127.0.0.1:10300 or "
      + "unix:///run/vocative/wyoming"
  }
  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }
}

import ProgramOutput
public import Vocative

/// The address of an MQTT broker: `mqtt://192.168.1.10`, or `mqtts://broker.local:8883` for an encrypted connection.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The broker's host name or IP address.
  public let host: String
  /// Its port.
  public let port: Int
  /// Whether the connection uses TLS.
  public let isEncrypted: Bool

  /// Parses a URI.
  ///
  /// The default port is 1883, or 8883 for an encrypted connection.
  ///
  /// - Throws: `BrokerAddressError` if the URI is invalid.
  public init(uri: String) throws(BrokerAddressError) {
    let scheme = ["mqtt://", "mqtts://"].first { uri.hasPrefix($0) }
    guard let scheme else { throw BrokerAddressError(uri: uri, reason: "it does not begin with mqtt:// or mqtts://") }
    isEncrypted = scheme == "mqtts://"
    var authority = uri.dropFirst(scheme.count)
    if authority.hasSuffix("/") { authority.removeLast() }
    guard !authority.contains("@") else {
      throw BrokerAddressError(uri: uri, reason: "set the user name and password with mqtt-username, mqtt-password-file")
    }
    guard !authority.contains("/"), !authority.contains(where: \.isWhitespace) else {
      throw BrokerAddressError(uri: uri, reason: "nothing may follow the port")
    }
    let isBracketed = authority.hasPrefix("[")
    let hostEnd = isBracketed ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : authority.firstIndex(of: ":")
    let written = authority[..<(hostEnd ?? authority.endIndex)]
    let rest = authority[written.endIndex...]
    host = isBracketed ? String(written.dropFirst().dropLast()) : String(written)
    guard !host.isEmpty, isBracketed == host.contains(":"), !isBracketed || hostEnd != nil else {
      throw BrokerAddressError(uri: uri, reason: "the host is missing; enclose an address with colons in brackets")
    }
    guard !rest.isEmpty else {
      port = isEncrypted ? 8883 : 1883
      return
    }
    guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else {
      throw BrokerAddressError(uri: uri, reason: "it does not end with a port from 1 to 65535")
    }
    self.port = Int(port)
  }

  /// The address as a URI.
  public var description: String { "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// Whether messages stay on this computer.
  var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// An invalid broker URI.
public struct BrokerAddressError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  let uri: String
  let reason: String

  /// The URI without a password, the reason, and an example.
  public var description: String {
    "\"\(AddressText.withoutPassword(uri))\" is not a broker address: \(reason); write mqtt://192.168.1.10:1883 or "
      + "mqtts://broker.local:8883"
  }
  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }
}

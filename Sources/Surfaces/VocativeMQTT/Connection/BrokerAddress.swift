public import Vocative

/// Where an MQTT broker is: `mqtt://192.168.1.10`, or `mqtts://broker.local:8883` for an encrypted connection.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The broker's name or address.
  public let host: String
  /// Its port.
  public let port: Int
  /// Whether the connection is encrypted by TLS.
  public let isEncrypted: Bool

  /// Reads a URI; without a port it is 1883, or 8883 for an encrypted connection.
  ///
  /// - Throws: `BrokerAddressError` when it is none.
  public init(uri: String) throws(BrokerAddressError) {
    let scheme = ["mqtt://", "mqtts://"].first { uri.hasPrefix($0) }
    guard let scheme else { throw BrokerAddressError(uri: uri, reason: "it begins with neither mqtt:// nor mqtts://") }
    isEncrypted = scheme == "mqtts://"
    var authority = uri.dropFirst(scheme.count)
    if authority.hasSuffix("/") { authority.removeLast() }
    guard !authority.contains("@") else {
      throw BrokerAddressError(uri: uri, reason: "name and password are settings of their own: mqtt-username, mqtt-password-file")
    }
    guard !authority.contains("/"), !authority.contains(where: \.isWhitespace) else {
      throw BrokerAddressError(uri: uri, reason: "nothing stands behind the port")
    }
    let isBracketed = authority.hasPrefix("[")
    let hostEnd = isBracketed ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : authority.firstIndex(of: ":")
    let written = authority[..<(hostEnd ?? authority.endIndex)]
    let rest = authority[written.endIndex...]
    host = isBracketed ? String(written.dropFirst().dropLast()) : String(written)
    guard !host.isEmpty, isBracketed == host.contains(":"), !isBracketed || hostEnd != nil else {
      throw BrokerAddressError(uri: uri, reason: "there is no host in it; an address with colons stands in brackets")
    }
    guard !rest.isEmpty else {
      port = isEncrypted ? 8883 : 1883
      return
    }
    guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else {
      throw BrokerAddressError(uri: uri, reason: "there is no port from 1 to 65535 at its end")
    }
    self.port = Int(port)
  }

  /// The address as a URI.
  public var description: String { "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// Whether what is sent stays on this computer.
  var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// A URI that names no broker.
public struct BrokerAddressError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  let uri: String
  let reason: String

  /// The URI without what may be a password, why, and what one looks like.
  public var description: String {
    let shown = uri.contains("@") ? "…@\(uri.split(separator: "@").last ?? "")" : uri
    return "\"\(shown)\" names no MQTT broker: \(reason); write mqtt://192.168.1.10:1883 or mqtts://broker.local:8883"
  }
  /// The configuration is wrong.
  public var exitStatus: ExitStatus { .configuration }
}

import Foundation

extension BrokerSettings {
  private static let maxPEMBytes = 256 << 10
  /// The maximum size of a file with certificate authorities, which may be all authorities of a system.
  private static let maxAuthorityBytes = 4 << 20

  /// Checks a file with certificate authorities.
  static func checkAuthorities(in path: String) throws(BrokerSettingsError) {
    _ = try pem(try contents(of: path, as: "PEM file", limit: maxAuthorityBytes), in: path, of: "CERTIFICATE")
  }

  /// The client certificate and its key, checked; nil if none is set.
  func ownCertificate() throws(BrokerSettingsError) -> (certificate: String, key: String)? {
    guard let certificate, let key else {
      if let certificate {
        throw BrokerSettingsError(path: certificate, reason: "the certificate has no key; set mqtt-key")
      }
      if let key { throw BrokerSettingsError(path: key, reason: "the key has no certificate; set mqtt-certificate") }
      return nil
    }
    guard address.isEncrypted else {
      throw BrokerSettingsError(
        path: certificate, reason: "a certificate needs an encrypted connection; use mqtts://")
    }
    _ = try Self.pem(
      try Self.contents(of: certificate, as: "PEM file", limit: Self.maxPEMBytes), in: certificate, of: "CERTIFICATE")
    let text = try Self.pem(try Self.secret(in: key, as: "PEM file", limit: Self.maxPEMBytes), in: key, of: "PRIVATE KEY")
    // The library would prompt for the passphrase on a terminal.
    guard !text.contains("ENCRYPTED") else {
      throw BrokerSettingsError(
        path: key, reason: "it has a passphrase, which a service can't enter; run: openssl pkey -in \(key) -out OTHER")
    }
    return (certificate, key)
  }

  private static func pem(_ data: Data, in path: String, of kind: String) throws(BrokerSettingsError) -> String {
    let text = String(decoding: data, as: UTF8.self)
    guard text.contains("-----BEGIN "), text.contains("\(kind)-----") else {
      throw BrokerSettingsError(path: path, reason: "it is not a PEM file with a \(kind.lowercased())")
    }
    return text
  }
}

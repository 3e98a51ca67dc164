import Foundation

extension BrokerSettings {
  private static let largestPEM = 256 << 10

  /// The files with the box's own certificate and its key, when both can be used; nil where there are none.
  func ownCertificate() throws(BrokerSettingsError) -> (certificate: String, key: String)? {
    guard let certificate, let key else {
      if let certificate {
        throw BrokerSettingsError(path: certificate, reason: "there is a certificate and no key; set mqtt-key")
      }
      if let key { throw BrokerSettingsError(path: key, reason: "there is a key and no certificate; set mqtt-certificate") }
      return nil
    }
    guard address.isEncrypted else {
      throw BrokerSettingsError(
        path: certificate, reason: "a certificate is of no use to a connection that is not encrypted; write mqtts://")
    }
    _ = try Self.pem(
      try Self.contents(of: certificate, as: "PEM file", limit: Self.largestPEM), in: certificate, of: "CERTIFICATE")
    let text = try Self.pem(try Self.secret(in: key, as: "PEM file", limit: Self.largestPEM), in: key, of: "PRIVATE KEY")
    // The library would ask a terminal for the passphrase.
    guard !text.contains("ENCRYPTED") else {
      throw BrokerSettingsError(
        path: key, reason: "it has a passphrase, for which nobody can be asked; type: openssl pkey -in \(key) -out OTHER")
    }
    return (certificate, key)
  }

  private static func pem(_ data: Data, in path: String, of kind: String) throws(BrokerSettingsError) -> String {
    let text = String(decoding: data, as: UTF8.self)
    guard text.contains("-----BEGIN "), text.contains("\(kind)-----") else {
      throw BrokerSettingsError(path: path, reason: "there is no \(kind.lowercased()) in it, as a PEM file has one")
    }
    return text
  }
}

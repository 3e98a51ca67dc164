import Foundation
import LimitedFile
package import Mosquitto
public import Vocative

/// The broker's address and this box's identity.
public struct BrokerSettings: Equatable, Sendable {
  /// The broker's address.
  public var address: BrokerAddress
  /// The room of this box.
  public var room: RoomName
  /// The user name; nil for none.
  public var username: String?
  /// The file whose first line is the password; nil for none.
  public var passwordFile: String?
  /// The file with the broker's certificate authority; nil for the system's trusted authorities.
  public var certificateAuthority: String?
  /// The file with this box's client certificate; nil for none.
  public var certificate: String?
  /// The file with the certificate's private key; nil for none.
  public var key: String?

  /// The rooms whose boxes may answer instead of this one.
  public var knownRooms: [RoomName] = []
  /// Whether shortcuts and names are shared with other boxes.
  public var isSharing = true
  /// Limits on sizes, queues and waiting times.
  package var limits = MosquittoConfiguration.Limits()

  /// Creates settings without a user name.
  public init(address: BrokerAddress, room: RoomName) {
    (self.address, self.room) = (address, room)
  }

  private static let maxPasswordBytes = 4 << 10

  /// Returns the client's configuration, without its will and subscriptions.
  ///
  /// - Throws: `BrokerSettingsError` if a file can't be used.
  package func configuration(identifier: String) throws(BrokerSettingsError) -> MosquittoConfiguration {
    var configuration = MosquittoConfiguration(host: address.host, port: address.port, identifier: identifier)
    configuration.limits = limits
    if let passwordFile, username == nil {
      throw BrokerSettingsError(path: passwordFile, reason: "the password has no user name; set mqtt-username")
    }
    let password = try passwordFile.map { path throws(BrokerSettingsError) in try Self.password(in: path) }
    configuration.credentials = username.map { .init(username: $0, password: password) }
    if let certificateAuthority {
      guard address.isEncrypted else {
        throw BrokerSettingsError(
          path: certificateAuthority, reason: "a certificate authority needs an encrypted connection; use mqtts://")
      }
      try Self.checkAuthorities(in: certificateAuthority)
    }
    let identity = try ownCertificate()
    if address.isEncrypted {
      configuration.encryption = .init(
        certificateAuthority: certificateAuthority, certificate: identity?.certificate, key: identity?.key)
    }
    return configuration
  }

  private static func password(in path: String) throws(BrokerSettingsError) -> String {
    let data = try secret(in: path, as: "password", limit: maxPasswordBytes)
    guard let text = String(validating: data, as: UTF8.self), let line = text.split(whereSeparator: \.isNewline).first else {
      throw BrokerSettingsError(path: path, reason: "its first line is not a password")
    }
    return String(line)
  }

  /// Returns the contents of a file that other users can't read.
  static func secret(in path: String, as kind: String, limit: Int) throws(BrokerSettingsError) -> Data {
    let file = SecretFile(path: path, limit: limit)
    let failure: SecretFile.Failure
    do throws(SecretFile.Failure) {
      return try file.contents()
    } catch let caught {
      failure = caught
    }
    throw BrokerSettingsError(path: path, reason: file.reason(failure, kind: kind))
  }

  static func contents(of path: String, as kind: String, limit: Int) throws(BrokerSettingsError) -> Data {
    let file = LimitedFile(path: path, limit: limit)
    return try file.contents { failure in
      BrokerSettingsError(
        path: path,
        reason: failure == .tooLarge
          ? "it is not a \(kind): it is larger than \(file.limitText)" : "the file does not exist, or is not readable")
    }
  }
}

/// An error about a file of the broker settings.
public struct BrokerSettingsError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The problem and its remedy.
  public let reason: String

  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

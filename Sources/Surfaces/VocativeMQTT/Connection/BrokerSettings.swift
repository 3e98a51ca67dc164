import Foundation
import LimitedFile
package import Mosquitto
public import Vocative

/// Where a broker is and who this box is there.
public struct BrokerSettings: Equatable, Sendable {
  /// Where the broker is.
  public var address: BrokerAddress
  /// The room this box stands in.
  public var room: RoomName
  /// Who it is to the broker; nil for nobody.
  public var username: String?
  /// The file whose first line is the password; nil for none.
  public var passwordFile: String?
  /// The file with the certificate of who has signed the broker's; nil for those whom the system trusts.
  public var certificateAuthority: String?
  /// The file with this box's own certificate; nil for none.
  public var certificate: String?
  /// The file with the private key of that.
  public var key: String?

  /// The rooms whose boxes may answer in place of this one.
  public var knownRooms: [RoomName] = []
  /// Whether shortcuts and names are shared with other boxes.
  public var isSharing = true

  /// A broker to which this box is nobody in particular.
  public init(address: BrokerAddress, room: RoomName) {
    (self.address, self.room) = (address, room)
  }

  private static let largestPassword = 4 << 10

  /// What a client of the broker is made of, without its will and subscriptions.
  ///
  /// - Throws: `BrokerSettingsError` when a file cannot be used.
  package func configuration(identifier: String) throws(BrokerSettingsError) -> MosquittoConfiguration {
    var configuration = MosquittoConfiguration(host: address.host, port: address.port, identifier: identifier)
    if let passwordFile, username == nil {
      throw BrokerSettingsError(path: passwordFile, reason: "there is a password and no name for it; set mqtt-username")
    }
    let password = try passwordFile.map { path throws(BrokerSettingsError) in try Self.password(in: path) }
    configuration.credentials = username.map { .init(username: $0, password: password) }
    if let certificateAuthority {
      guard address.isEncrypted else {
        throw BrokerSettingsError(
          path: certificateAuthority, reason: "an authority is of no use to a connection that is not encrypted; write mqtts://")
      }
      guard FileManager.default.isReadableFile(atPath: certificateAuthority) else {
        throw BrokerSettingsError(path: certificateAuthority, reason: "there is no such file, or it may not be read")
      }
    }
    let identity = try ownCertificate()
    if address.isEncrypted {
      configuration.encryption = .init(
        certificateAuthority: certificateAuthority, certificate: identity?.certificate, key: identity?.key)
    }
    return configuration
  }

  private static func password(in path: String) throws(BrokerSettingsError) -> String {
    let data = try secret(in: path, as: "password", limit: largestPassword)
    guard let text = String(validating: data, as: UTF8.self), let line = text.split(whereSeparator: \.isNewline).first else {
      throw BrokerSettingsError(path: path, reason: "its first line is no password")
    }
    return String(line)
  }

  /// The bytes of a file that nobody else may read.
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
          ? "it is no \(kind), as it is larger than \(file.limitText)" : "there is no such file, or it may not be read")
    }
  }
}

/// A file for a broker that cannot be used.
public struct BrokerSettingsError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong and what to do.
  public let reason: String

  /// The configuration is wrong.
  public var exitStatus: ExitStatus { .configuration }

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

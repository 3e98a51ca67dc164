import CMosquitto
import Foundation

/// A failed libmosquitto call, or the reason a connection ended.
public struct MosquittoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A cause that the settings of the client or of the broker can end.
  public enum Cause: Equatable, Sendable {
    /// The broker does not accept the user name and the password, or requires them.
    case credentials
    /// The client does not trust the broker's certificate.
    case certificate
    /// The broker does not accept the client's certificate, or requires one; or its key does not belong to it.
    case ownCertificate
  }

  /// The operation, as the library calls it.
  public let operation: String
  /// The library's error code, or the broker's reason code.
  public let code: Int
  /// The reason, in the library's or the broker's own words.
  public let reason: String
  /// The cause; nil if it is none of these.
  public let cause: Cause?

  /// The operation, the reason and the code.
  public var description: String { "\(operation): \(reason) (\(code))" }

  /// Creates an error from a library code.
  ///
  /// - Parameter detail: The library's log message about the error; nil if there is none.
  init(_ operation: String, code: Int32, systemError: Int32, detail: String? = nil) {
    let words =
      code == MOSQ_ERR_ERRNO.code ? String(cString: strerror(systemError)) : String(cString: mosquitto_strerror(code))
    self.init(
      operation, code: Int(code), reason: [words, detail].compactMap { $0 }.joined(separator: " "),
      cause: detail.flatMap { Cause(encryptionFault: $0) })
  }

  init(_ operation: String, code: Int, reason: String, cause: Cause? = nil) {
    self.operation = operation
    self.code = code
    self.reason = reason
    self.cause = cause
  }

  /// The reason codes for credentials that are not accepted, of versions 3 and 5 of the protocol.
  private static let credentialCodes = [
    CONNACK_REFUSED_BAD_USERNAME_PASSWORD.rawValue, CONNACK_REFUSED_NOT_AUTHORIZED.rawValue,
    MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue, MQTT_RC_NOT_AUTHORIZED.rawValue,
  ].map { Int32($0) }

  /// Returns the error for a connection that the broker refused.
  static func refused(_ code: Int32) -> MosquittoError {
    // Version 3 of the protocol has five reason codes; version 5 has its own from 128 on.
    let words = code < 128 ? mosquitto_connack_string(code) : mosquitto_reason_string(code)
    return MosquittoError(
      "connect", code: Int(code), reason: words.map { String(cString: $0) } ?? "refused",
      cause: credentialCodes.contains(code) ? .credentials : nil)
  }

  /// The error of a publish without a connection.
  static var notConnected: MosquittoError { MosquittoError("publish", code: MOSQ_ERR_NO_CONN.code, systemError: 0) }
}

extension MosquittoError.Cause {
  /// Creates the cause that OpenSSL's words tell; returns nil for any other.
  fileprivate init?(encryptionFault words: String) {
    // The broker sends an alert if it ends the connection because of the client.
    let isRefused = words.contains("alert") && (words.contains("certificate") || words.contains("unknown ca"))
    if isRefused || words.contains("key values mismatch") {
      self = .ownCertificate
    } else if words.contains("certificate verify failed") {
      self = .certificate
    } else {
      return nil
    }
  }
}

extension mosq_err_t {
  /// The code as returned by functions of the library.
  var code: Int32 { Int32(rawValue) }
}

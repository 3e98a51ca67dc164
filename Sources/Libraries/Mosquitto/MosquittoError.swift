import CMosquitto
import Foundation

/// A failed libmosquitto call, or the reason a connection ended.
public struct MosquittoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The operation, as the library calls it.
  public let operation: String
  /// The library's error code, or the broker's reason code.
  public let code: Int
  /// The reason, in the library's or the broker's own words.
  public let reason: String

  /// The operation, the reason and the code.
  public var description: String { "\(operation): \(reason) (\(code))" }

  /// Creates an error from a library code.
  ///
  /// - Parameter detail: The library's log message about the error; nil if there is none.
  init(_ operation: String, code: Int32, systemError: Int32, detail: String? = nil) {
    let words =
      code == MOSQ_ERR_ERRNO.code ? String(cString: strerror(systemError)) : String(cString: mosquitto_strerror(code))
    self.init(operation, code: Int(code), reason: [words, detail].compactMap { $0 }.joined(separator: " "))
  }

  init(_ operation: String, code: Int, reason: String) {
    self.operation = operation
    self.code = code
    self.reason = reason
  }

  /// Returns the error for a connection that the broker refused.
  static func refused(_ code: Int32) -> MosquittoError {
    // Version 3 of the protocol has five reason codes; version 5 has its own from 128 on.
    let words = code < 128 ? mosquitto_connack_string(code) : mosquitto_reason_string(code)
    return MosquittoError("connect", code: Int(code), reason: words.map { String(cString: $0) } ?? "refused")
  }

  /// The error of a publish without a connection.
  static var notConnected: MosquittoError { MosquittoError("publish", code: MOSQ_ERR_NO_CONN.code, systemError: 0) }
}

extension mosq_err_t {
  /// The code as returned by functions of the library.
  var code: Int32 { Int32(rawValue) }
}

import CMosquitto
import Foundation

/// A call of libmosquitto's that failed, or a connection that ended.
public struct MosquittoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was being done, as the library calls it.
  public let operation: String
  /// The library's code, or that of a broker's refusal.
  public let code: Int
  /// What is wrong, in the library's or the broker's own words.
  public let reason: String

  /// The operation, the reason and the code.
  public var description: String { "\(operation): \(reason) (\(code))" }

  /// An error of the library's.
  ///
  /// - Parameter detail: What the library has logged about it; nil for nothing.
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

  /// A connection that a broker has refused.
  static func refused(_ code: Int32) -> MosquittoError {
    // Version 3 of the protocol has five reasons, version 5 others from 128 on.
    let words = code < 128 ? mosquitto_connack_string(code) : mosquitto_reason_string(code)
    return MosquittoError("connect", code: Int(code), reason: words.map { String(cString: $0) } ?? "refused")
  }

  /// Nothing can be sent now, because there is no connection.
  static var notConnected: MosquittoError { MosquittoError("publish", code: MOSQ_ERR_NO_CONN.code, systemError: 0) }
}

extension mosq_err_t {
  /// The value as functions of the library give it back.
  var code: Int32 { Int32(rawValue) }
}

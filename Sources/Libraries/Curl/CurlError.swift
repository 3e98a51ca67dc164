import CCurl

/// A request over HTTP that has failed.
public struct CurlError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of the failure.
  public enum Code: Equatable, Sendable {
    /// The name of the server is unknown, it refuses connections, or the connection breaks.
    case connection
    /// A time limit has expired.
    case timeout
    /// The certificate of the server is invalid, or the two sides have no encryption in common.
    case security
    /// The body of the response is larger than the limit.
    case tooLarge
    /// The task is cancelled.
    case cancelled
    /// Anything else, such as a response that is not HTTP.
    case transfer
  }

  /// The function of libcurl that has failed.
  public let operation: String
  /// The kind of the failure.
  public let code: Code
  /// The message of libcurl, with its number.
  public let reason: String

  /// The operation and the reason.
  public var description: String { "\(operation): \(reason)" }

  init(_ operation: String, code: Code, reason: String) {
    self.operation = operation
    self.code = code
    self.reason = reason
  }

  /// Creates an error of the library.
  ///
  /// - Parameter detail: The details in the library's words; empty for none.
  init(_ operation: String, _ result: CURLcode, detail: String = "") {
    let words = detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail
    self.init(operation, code: Code(result), reason: "\(words) (\(result.rawValue))")
  }

  init(_ operation: String, multi result: CURLMcode) {
    self.init(operation, code: .transfer, reason: "\(String(cString: curl_multi_strerror(result))) (\(result.rawValue))")
  }
}

extension CurlError.Code {
  fileprivate init(_ result: CURLcode) {
    switch result {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR: self = .connection
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self = .security
    default: self = .transfer
    }
  }
}

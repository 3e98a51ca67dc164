/// A request over HTTP or HTTPS.
public struct CurlRequest: Equatable, Sendable {
  /// The address, percent-encoded; it begins with `http://` or `https://`.
  public var url: String
  /// The method in capital letters, as in `POST`.
  public var method: String
  /// The headers by name; each name is sent in its original spelling.
  public var headers: [String: String]
  /// The body; nil for none.
  public var body: [UInt8]?
  /// The maximum number of bytes in the body of the response.
  public var maxResponseSize: Int
  /// The time limit for connecting, in whole seconds.
  public var connectTimeout = 10
  /// The authority that signs the server's certificate, a PEM file; nil for the authorities of the system.
  public var certificateAuthority: String?

  /// Creates a request.
  public init(
    url: String, method: String = "GET", headers: [String: String] = [:], body: [UInt8]? = nil, maxResponseSize: Int
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.maxResponseSize = maxResponseSize
  }
}

/// The response of a server.
public struct CurlResponse: Equatable, Sendable {
  /// The status, as in 200.
  public let status: Int
  /// The type of the body, as in `text/plain; charset=utf-8`; nil if the server does not name it.
  public let contentType: String?
  /// The body.
  public let body: [UInt8]
}

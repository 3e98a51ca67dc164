/// The address of a broker and the settings of a client.
public struct MosquittoConfiguration: Equatable, Sendable {
  /// A user name and a password.
  public struct Credentials: Equatable, Sendable {
    let username: String
    let password: String?

    /// Creates credentials with an optional password.
    public init(username: String, password: String?) {
      self.username = username
      self.password = password
    }
  }

  /// TLS settings: how the client verifies the broker and authenticates itself.
  public struct Encryption: Equatable, Sendable {
    let certificateAuthority: String?
    let certificate: String?
    let key: String?

    /// The folder of the system's certificate authorities on Debian.
    static let systemAuthorities = "/etc/ssl/certs"

    /// Encryption with certificates from PEM files.
    ///
    /// - Parameters:
    ///   - certificateAuthority: The authority that signed the broker's certificate; nil for the system's authorities.
    ///   - certificate: The client's certificate; nil if the broker requires none.
    ///   - key: The private key of `certificate`.
    public init(certificateAuthority: String? = nil, certificate: String? = nil, key: String? = nil) {
      self.certificateAuthority = certificateAuthority
      self.certificate = certificate
      self.key = key
    }
  }

  /// Limits on sizes, queues and waiting times.
  public struct Limits: Equatable, Sendable {
    /// Maximum payload size in bytes; larger messages are rejected.
    public var payload = 256 << 10
    /// Maximum number of received, unread messages; more are dropped.
    public var queuedMessages = 1024
    /// The duration after which a connection counts as settled, so that its loss is followed by a quick attempt.
    public var settlingTime = Duration.seconds(30)
    /// The delay before the first attempt after a settled connection is lost.
    public var minDelay = Duration.milliseconds(500)
    /// The maximum delay between attempts; each delay is twice the previous one.
    public var maxDelay = Duration.seconds(30)

    /// Creates the default limits.
    public init() {}
  }

  /// The broker's host name or address.
  public var host: String
  /// The broker's port.
  public var port: Int
  /// The client identifier, which must be unique at the broker.
  public var identifier: String
  /// The client's credentials; nil for an anonymous client.
  public var credentials: Credentials?
  /// The encryption of the connection; nil for none.
  public var encryption: Encryption?
  /// The message that the broker publishes if the client disappears without disconnecting; nil for none.
  public var will: MosquittoMessage?
  /// Topic filters, with wildcards, to subscribe to after each connection.
  public var subscriptions: [String] = []
  /// Limits on sizes, queues and waiting times.
  public var limits = Limits()

  /// Creates a configuration for a broker.
  public init(host: String, port: Int, identifier: String) {
    self.host = host
    self.port = port
    self.identifier = identifier
  }
}

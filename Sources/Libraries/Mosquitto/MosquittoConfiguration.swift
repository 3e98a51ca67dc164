/// Where a broker is, and what a client says and takes there.
public struct MosquittoConfiguration: Equatable, Sendable {
  /// A user name and a password.
  public struct Credentials: Equatable, Sendable {
    let username: String
    let password: String?

    /// A user name, with a password where there is one.
    public init(username: String, password: String?) {
      self.username = username
      self.password = password
    }
  }

  /// How the broker is known and how the client proves who it is, by TLS.
  public struct Encryption: Equatable, Sendable {
    let certificateAuthority: String?
    let certificate: String?
    let key: String?

    /// The system's own authorities, in the place where Debian keeps them.
    static let systemAuthorities = "/etc/ssl/certs"

    /// Encryption with certificates from PEM files.
    ///
    /// - Parameters:
    ///   - certificateAuthority: Who has signed the broker's certificate; nil for those whom the system trusts.
    ///   - certificate: The client's own; nil where the broker wants none.
    ///   - key: The private key of that.
    public init(certificateAuthority: String? = nil, certificate: String? = nil, key: String? = nil) {
      self.certificateAuthority = certificateAuthority
      self.certificate = certificate
      self.key = key
    }
  }

  /// How much is kept for whom, and how long is waited.
  public struct Limits: Equatable, Sendable {
    /// Bytes of a message's payload; larger ones are not taken.
    public var payload = 256 << 10
    /// Messages that have come and that nobody has looked at; more are dropped.
    public var queuedMessages = 1024
    /// Bytes of these.
    public var queuedBytes = 4 << 20
    /// Messages on their way to the broker; more are refused.
    public var outgoingMessages = 1024
    /// Seconds of silence after which the connection is tried, at least 5; half as many more later it counts as broken.
    public var keepAlive = 10
    /// How long the first attempt after a lost connection is waited for.
    public var shortestDelay = Duration.milliseconds(500)
    /// How long an attempt is waited for at most; each waits twice as long as the last.
    public var longestDelay = Duration.seconds(30)

    /// The limits used when nothing else is said.
    public init() {}
  }

  /// The broker's name or address.
  public var host: String
  /// Its port.
  public var port: Int
  /// What the client is called; no two of a broker's may have one name.
  public var identifier: String
  /// Who the client is; nil for nobody.
  public var credentials: Credentials?
  /// How the connection is encrypted; nil for not at all.
  public var encryption: Encryption?
  /// What the broker says when the client is gone without a word; nil for nothing.
  public var will: MosquittoMessage?
  /// The topics that are listened to, with wildcards; anew after each loss of the connection.
  public var subscriptions: [String] = []
  /// How much is kept, and how long is waited.
  public var limits = Limits()

  /// A client of a broker.
  public init(host: String, port: Int, identifier: String) {
    self.host = host
    self.port = port
    self.identifier = identifier
  }
}

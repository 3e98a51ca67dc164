import Foundation
import VocativeTestSupport

/// A real Mosquitto broker on a local port, with settings and files for the test.
public final class MosquittoBroker {
  /// The reason a broker is not running.
  public struct Failure: Error, CustomStringConvertible {
    /// The broker's output.
    public let description: String
  }

  /// The access rules for clients.
  public struct Access: Sendable {
    var users: [(name: String, password: String)] = []
    var rights: String?
    var isEncrypted = false
    var wantsCertificate = false

    /// Any client.
    public static let open = Access()
    /// One user with a password.
    public static func password(_ name: String, _ password: String) -> Access { Access(users: [(name, password)]) }
    /// Some users with one password; an access control list limits them.
    public static func controlled(_ names: [String], _ password: String, by list: String) -> Access {
      Access(users: names.map { ($0, password) }, rights: list)
    }
    /// Any client, by TLS, with a certificate for "localhost" from the test's own authority.
    public static let encrypted = Access(isEncrypted: true)
    /// Clients with a certificate from the same authority, by TLS.
    public static let certified = Access(isEncrypted: true, wantsCertificate: true)
  }

  /// Whether Debian's package mosquitto is installed.
  public static let isInstalled = path != nil
  /// The reason for skipping tests without a broker.
  public static let reason = "the broker is missing: \"make test\" installs Debian's package mosquitto"

  private static let path = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The port, which stays the same after a restart.
  public let port: Int
  /// The certificate of the authority that signed the broker's certificate.
  public var authority: String { folder.path + "/authority.pem" }
  /// A client certificate from the same authority, with its key.
  public var client: (certificate: String, key: String) { (folder.path + "/client.pem", folder.path + "/client.key") }
  /// The broker's log.
  public var messages: String { FileText.contents(of: folder.path + "/log") }

  private let folder: TemporaryFolder
  private let settings: String
  private var process: Process?

  /// Starts a broker and waits until it accepts connections.
  public init(_ access: Access = .open) async throws {
    folder = try TemporaryFolder()
    port = try FreePort.find()
    var lines = ["listener \(port) 127.0.0.1", "persistence false", "user root", "log_type all"]
    if access.users.isEmpty {
      lines.append("allow_anonymous true")
    } else {
      lines += ["allow_anonymous false", "password_file \(folder.path)/passwords"]
      try folder.write("", to: "passwords")
      for user in access.users {
        try await Tool.run("mosquitto_passwd", "-b", folder.path + "/passwords", user.name, user.password)
      }
    }
    if let rights = access.rights { lines.append("acl_file \(rights)") }
    if access.isEncrypted {
      try await Self.makeCertificates(in: folder.path)
      lines += ["cafile \(folder.path)/authority.pem", "certfile \(folder.path)/broker.pem", "keyfile \(folder.path)/broker.key"]
    }
    if access.wantsCertificate { lines += ["require_certificate true"] }
    settings = try folder.write(lines.joined(separator: "\n") + "\n", to: "mosquitto.conf")
    try await start()
  }

  deinit { process.map { _ = Foundation.kill($0.processIdentifier, SIGKILL) } }

  /// Starts the broker again after `kill()`, without its retained messages.
  public func start() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path ?? "")
    process.arguments = ["-c", settings]
    try Data().write(to: URL(fileURLWithPath: folder.path + "/log"))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/log"))
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process = process
    let port = port
    guard await eventually({ !process.isRunning || FreePort.isTaken(port) }), process.isRunning else {
      throw Failure(description: messages)
    }
  }

  /// Kills the broker as a power failure would, and waits for its end.
  public func kill() async {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    _ = await eventually { !process.isRunning }
  }

  private static func makeCertificates(in folder: String) async throws {
    func openssl(_ arguments: String...) async throws { try await Tool.run("openssl", arguments) }
    let authority = folder + "/authority"
    try await openssl(
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test authority", "-keyout", authority + ".key",
      "-out", authority + ".pem")
    for (name, subject) in [("broker", "localhost"), ("client", "kitchen")] {
      let path = "\(folder)/\(name)"
      try await openssl(
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(subject)", "-keyout", path + ".key", "-out", path + ".csr")
      try Data("subjectAltName=DNS:\(subject)\n".utf8).write(to: URL(fileURLWithPath: path + ".ext"))
      try await openssl(
        "x509", "-req", "-in", path + ".csr", "-CA", authority + ".pem", "-CAkey", authority + ".key", "-CAcreateserial", "-days",
        "2", "-extfile", path + ".ext", "-out", path + ".pem")
    }
  }
}

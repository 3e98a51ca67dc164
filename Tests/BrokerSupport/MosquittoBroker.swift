import Foundation
import VocativeTestSupport

/// A real Mosquitto on a port of this computer, with settings and files of the test's own.
public final class MosquittoBroker {
  /// Why a broker does not run.
  public struct Failure: Error, CustomStringConvertible {
    /// What it has said.
    public let description: String
  }

  /// How clients are let in.
  public struct Access: Sendable {
    var users: [(name: String, password: String)] = []
    var rights: String?
    var isEncrypted = false
    var wantsCertificate = false

    /// Everybody, as there is nothing to lose.
    public static let open = Access()
    /// One user with a password.
    public static func password(_ name: String, _ password: String) -> Access { Access(users: [(name, password)]) }
    /// Some users with one password, who may do what an access control list says.
    public static func controlled(_ names: [String], _ password: String, by list: String) -> Access {
      Access(users: names.map { ($0, password) }, rights: list)
    }
    /// Everybody, by TLS, with a certificate for "localhost" of an authority of the test's own.
    public static let encrypted = Access(isEncrypted: true)
    /// Who has a certificate of the same authority's, by TLS.
    public static let certified = Access(isEncrypted: true, wantsCertificate: true)
  }

  /// Whether Debian's package mosquitto is installed.
  public static let isInstalled = path != nil
  /// What to say where it is not.
  public static let reason = "there is no broker: \"make test\" installs Debian's package mosquitto"

  private static let path = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The port it listens on, also when it is started again.
  public let port: Int
  /// The certificate of the authority that has signed the broker's.
  public var authority: String { folder.path + "/authority.pem" }
  /// The certificate of a client, by the same authority, and the key of that.
  public var client: (certificate: String, key: String) { (folder.path + "/client.pem", folder.path + "/client.key") }
  /// What it writes.
  public var messages: String { (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? "" }

  private let folder: TemporaryFolder
  private let settings: String
  private var process: Process?

  /// Starts a broker and waits until it listens.
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

  /// Starts it again after `kill()`, with nothing of what it had kept.
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

  /// Ends it as a power cut does, and waits until it has.
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

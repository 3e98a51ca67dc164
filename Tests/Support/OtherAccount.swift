public import Foundation

/// A Python program that runs as another account, a user without files; only root can start it.
public final class OtherAccount: Sendable {
  /// The user's identifier, which no real account has.
  public static let user: UInt32 = 54_321
  /// Whether a program can be run as that user.
  public static let isAvailable =
    geteuid() == 0 && [python, setpriv].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  /// The reason for skipping tests without root.
  public static let reason = "only root can run a program as another account; run the tests as root"

  private static let python = "/usr/bin/python3"
  private static let setpriv = "/usr/bin/setpriv"

  /// A program that could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The program's output.
    public let description: String
  }

  /// A program that serves a Unix socket, open to all accounts, and answers each line with a fixed line.
  public static let fakeServer = """
    import os, socket, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    os.chmod(sys.argv[1], 0o666)
    server.listen()
    print("ready", flush=True)
    while True:
        client, _ = server.accept()
        heard = client.recv(65536)
        if heard: print("heard", heard, flush=True)
        try:
            client.sendall((sys.argv[2] + "\\n").encode())
            client.close()
        except OSError:
            pass
    """

  /// A program that connects to a Unix socket, sends a line, and prints the answer.
  public static let client = """
    import socket, sys
    client = socket.socket(socket.AF_UNIX)
    try:
        client.connect(sys.argv[1])
        client.sendall((sys.argv[2] + "\\n").encode())
        client.shutdown(socket.SHUT_WR)
        while part := client.recv(65536): print(part.decode(), end="")
    except OSError as error:
        print(error.strerror)
    print("done", flush=True)
    """

  private let process = Process()
  private let log: String

  /// Starts a program with its log in a folder, and waits until it has written a word.
  public init(_ script: String, _ arguments: [String], until word: String, in folder: TemporaryFolder) async throws {
    log = try folder.write("", to: "other-account-\(UUID().uuidString).log")
    process.executableURL = URL(fileURLWithPath: Self.setpriv)
    process.arguments =
      ["--reuid", "\(Self.user)", "--regid", "\(Self.user)", "--clear-groups", Self.python, "-c", script] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = output
    process.standardError = output
    try process.run()
    guard await eventually({ written.contains(word) || !process.isRunning }), written.contains(word) else {
      throw Failure(description: written)
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// The program's output so far.
  public var written: String { FileText.contents(of: log) }

  /// Runs a program until it prints "done", and returns its output.
  public static func output(of script: String, _ arguments: String..., in folder: TemporaryFolder) async throws -> String {
    try await OtherAccount(script, arguments, until: "done", in: folder).written
  }
}

extension TemporaryFolder {
  /// Lets other accounts enter this folder, and that of the process, which it is in.
  public func admitOtherAccounts() {
    for folder in [ProcessFolder.url.path(percentEncoded: false), path] { chmod(folder, 0o755) }
  }

  /// Creates a folder in this one with a mode and an owner.
  @discardableResult
  public func makeFolder(_ name: String, mode: mode_t, user: UInt32? = nil) throws -> String {
    let folder = path + "/" + name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard chmod(folder, mode) == 0, chown(folder, user ?? geteuid(), user ?? getegid()) == 0 else {
      throw CocoaError(.fileWriteNoPermission)
    }
    return folder
  }
}

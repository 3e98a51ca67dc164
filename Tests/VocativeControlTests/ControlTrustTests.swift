import Foundation
import Testing
import Vocative
import VocativeControl
import VocativeTestSupport

@Suite("A control socket and other accounts")
struct ControlTrustTests {
  private static let fakeStatus = """
    {"ok":true,"status":{"answers":0,"assistant":"fake","conditions":[],"heardSeconds":0,"hits":0,"muted":true,"state":"muted",\
    "wakePhrases":[]}}
    """

  /// Returns the reason why a client does not trust the server of a socket.
  private func refusal(of path: String, _ request: ControlRequest = .say("secret")) async -> String? {
    await #expect(throws: ControlSocketError.self) { try await ControlClient(ControlSocket(path: path)).send(request) }?.reason
  }

  @Test(
    "A client sends nothing to a socket in another account's folder, behind a symbolic link, or served by another account",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func fakeSocket() async throws {
    let folder = try TemporaryFolder()
    let foreign = try folder.makeFolder("foreign", mode: 0o755, user: OtherAccount.user)
    let open = try folder.makeFolder("open", mode: 0o777)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: foreign)
    let fakes = [
      try await OtherAccount(OtherAccount.fakeServer, [foreign + "/control", Self.fakeStatus], until: "ready", in: folder),
      try await OtherAccount(OtherAccount.fakeServer, [open + "/control", Self.fakeStatus], until: "ready", in: folder),
    ]
    #expect(await refusal(of: foreign + "/control")?.contains("belongs to another user") == true)
    #expect(await refusal(of: link + "/control")?.contains("symbolic link") == true)
    #expect(await refusal(of: open + "/control")?.contains("others can write to its folder") == true)
    // The folder is safe now, but another account still owns the socket in it.
    try folder.makeFolder("open", mode: 0o755)
    #expect(await refusal(of: open + "/control")?.contains("another user's program serves it") == true)
    for fake in fakes { #expect(!fake.written.contains("secret"), "\(fake.written)") }
  }

  @Test(
    "Another account controls nothing, even if the socket and its folder are open to all accounts",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func foreignClient() async throws {
    let served = try ServedLoop()
    let (path, folder) = (served.path, served.folder)
    try await served.serving {
      let closed = try await OtherAccount.output(of: OtherAccount.client, path, "{\"command\":\"mute\"}", in: folder)
      #expect(closed.contains("Permission denied"), "\(closed)")
      for opened in [folder.path, folder.path + "/run"] { chmod(opened, 0o755) }
      chmod(path, 0o666)
      let answer = try await OtherAccount.output(of: OtherAccount.client, path, "{\"command\":\"mute\"}", in: folder)
      #expect(answer.contains("only the daemon's own user and root"), "\(answer)")
      #expect(try await ControlClient(ControlSocket(path: path)).send(.status).status?.muted == false)
    }
  }

  @Test("A socket whose path is a name of one character is looked for in the working folder")
  func shortPath() async {
    #expect(await refusal(of: "c")?.contains("vocatived is not running there") == true)
  }

  @Test("A socket is not served in a folder that is a symbolic link, or that others can write to", arguments: ["link", "open"])
  func folder(name: String) async throws {
    let folder = try TemporaryFolder()
    let open = try folder.makeFolder("open", mode: 0o777)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: try folder.makeFolder("real", mode: 0o700))
    let error = await #expect(throws: ControlSocketError.self) {
      _ = try await ControlSocket(path: "\(folder.path)/\(name)/control").claim { _ in }
    }
    #expect(error?.exitStatus == .configuration)
    #expect(error?.reason.contains(name == "link" ? "is a symbolic link" : "others can write to its folder \(open)") == true)
  }

  @Test("Sockets are in systemd's folder, the login's folder or the state folder, in this order, and never in /tmp")
  func folders() {
    let own = ControlSocket.userFolder(in: ["XDG_STATE_HOME": "/home/somebody/state"])
    #expect(!own.hasPrefix("/tmp"))
    #expect(ControlSocket.userFolder(in: ["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/vocative")
    #expect(ControlSocket.userFolder(in: ["RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/a")
  }

  @Test(
    "Root uses the system's folder, but not while it belongs to the user of the service",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func rootFolder() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let missing = folder.path + "/missing"
    #expect(ControlSocket.userFolder(in: environment, system: missing) == missing)
    let own = try folder.makeFolder("own", mode: 0o755)
    #expect(ControlSocket.userFolder(in: environment, system: own) == own)
    let others = try folder.makeFolder("others", mode: 0o755, user: OtherAccount.user)
    #expect(ControlSocket.userFolder(in: environment, system: others) == folder.path + "/vocative/run")
  }
}

import Foundation
import LimitedFile
import Testing
import VocativeTestSupport

@Suite("Secret files")
struct SecretFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ text: String, mode: mode_t = 0o600, named name: String = "secret") throws -> SecretFile {
    let path = try folder.write(text, to: name)
    chmod(path, mode)
    return SecretFile(path: path, limit: 16)
  }

  @Test("A secret file that only its owner can read is read", arguments: [mode_t(0o600), 0o400, 0o700])
  func own(mode: mode_t) throws {
    #expect(try file("secret", mode: mode).contents() == Data("secret".utf8))
  }

  @Test("A secret file that others can read or write is refused", arguments: [mode_t(0o640), 0o604, 0o620, 0o666])
  func shared(mode: mode_t) throws {
    let file = try file("secret", mode: mode)
    #expect(throws: SecretFile.Failure.shared) { try file.contents() }
  }

  @Test("A large file, a folder, a device and a pipe without a writer are refused unread", .timeLimit(.minutes(2)))
  func kinds() throws {
    let large = try file(String(repeating: "a", count: 17))
    #expect(throws: SecretFile.Failure.tooLarge) { try large.contents() }
    #expect(throws: SecretFile.Failure.notAFile) { try SecretFile(path: folder.path).contents() }
    #expect(throws: SecretFile.Failure.notAFile) { try SecretFile(path: "/dev/zero").contents() }
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SecretFile.Failure.notAFile) { try SecretFile(path: pipe).contents() }
    #expect(throws: SecretFile.Failure.unreadable) { try SecretFile(path: folder.path + "/missing").contents() }
    // The permissions are checked before the size: a huge file with a wrong mode is refused for its mode.
    let open = try file(String(repeating: "a", count: 1 << 20), mode: 0o644, named: "open")
    #expect(throws: SecretFile.Failure.shared) { try open.contents() }
  }

  @Test(
    "A secret file of another account is refused",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func foreign() throws {
    let file = try file("secret")
    #expect(chown(file.path, OtherAccount.user, OtherAccount.user) == 0)
    #expect(throws: SecretFile.Failure.foreignOwner) { try file.contents() }
  }

  @Test(
    "A credential of systemd is read although its group may read it, and no other file of that mode is",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func credentials() throws {
    let credentials = try folder.makeFolder("credentials", mode: 0o755)
    let environment = ["CREDENTIALS_DIRECTORY": credentials]
    func file(_ name: String, mode: mode_t) throws -> SecretFile {
      SecretFile(path: try self.file("secret", mode: mode, named: name).path, environment: environment)
    }
    for mode: mode_t in [0o440, 0o400, 0o040] {
      #expect(try file("credentials/token", mode: mode).contents() == Data("secret".utf8))
    }
    let token = try file("credentials/token", mode: 0o440)
    #expect(throws: SecretFile.Failure.shared) { try SecretFile(path: token.path, environment: [:]).contents() }
    try folder.makeFolder("credentials/more", mode: 0o755)
    let outside = try file("token", mode: 0o440)
    try FileManager.default.createSymbolicLink(atPath: credentials + "/link", withDestinationPath: outside.path)
    let others = [
      outside, try file("credentials/more/token", mode: 0o440),
      SecretFile(path: credentials + "/../token", environment: environment),
      SecretFile(path: credentials + "/link", environment: environment),
    ]
    for other in others { #expect(throws: SecretFile.Failure.shared) { try other.contents() } }
    for mode: mode_t in [0o444, 0o460, 0o450, 0o640] {
      let open = try file("credentials/open", mode: mode)
      #expect(throws: SecretFile.Failure.shared) { try open.contents() }
    }
    #expect(chown(token.path, OtherAccount.user, OtherAccount.user) == 0)
    #expect(throws: SecretFile.Failure.foreignOwner) { try token.contents() }
  }

  @Test("A secret file is created once, for its owner only, with a secret that can't be guessed")
  func make() throws {
    let file = SecretFile(path: folder.path + "/state/token")
    try file.makeIfMissing(SecretFile.makeSecret())
    let secret = String(decoding: try file.contents(), as: UTF8.self)
    #expect(secret.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    try file.makeIfMissing(SecretFile.makeSecret())
    #expect(String(decoding: try file.contents(), as: UTF8.self) == secret)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == ["token"])
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(SecretFile.makeSecret() != SecretFile.makeSecret())
    try file.write("other")
    #expect(String(decoding: try file.contents(), as: UTF8.self) == "other")
  }
}

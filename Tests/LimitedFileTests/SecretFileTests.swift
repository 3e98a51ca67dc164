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

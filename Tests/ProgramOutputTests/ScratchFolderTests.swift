import Foundation
import ProgramOutput
import Testing
import VocativeTestSupport

@Suite("The folder for files that exist only for a moment")
struct ScratchFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("It is the runtime folder of the service, else that of the login, else the folder for temporary files")
  func order() throws {
    try folder.write("", to: "service/control")
    try folder.write("", to: "login/bus")
    let (service, login) = (folder.path + "/service", folder.path + "/login")
    let both = ["RUNTIME_DIRECTORY": "\(service):/run/other", "XDG_RUNTIME_DIR": login]
    #expect(ScratchFolder.path(in: both) == service + "/")
    #expect(ScratchFolder.path(in: ["XDG_RUNTIME_DIR": login]) == login + "/")
    #expect(ScratchFolder.path(in: [:]) == NSTemporaryDirectory())
  }

  @Test(
    "A folder that is missing or relative, and a file, are not used",
    arguments: ["missing", "file"])
  func unusable(name: String) throws {
    try folder.write("", to: "file")
    #expect(ScratchFolder.path(in: ["XDG_RUNTIME_DIR": folder.path + "/" + name]) == NSTemporaryDirectory())
    #expect(ScratchFolder.path(in: ["XDG_RUNTIME_DIR": name]) == NSTemporaryDirectory())
  }

  @Test("The folder of another user is not used", .enabled(if: OtherAccount.isAvailable))
  func foreign() throws {
    try folder.write("", to: "login/bus")
    let login = folder.path + "/login"
    #expect(chown(login, OtherAccount.user, OtherAccount.user) == 0)
    #expect(ScratchFolder.path(in: ["XDG_RUNTIME_DIR": login]) == NSTemporaryDirectory())
  }
}

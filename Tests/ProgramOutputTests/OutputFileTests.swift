import Foundation
import ProgramOutput
import Testing
import VocativeTestSupport

@Suite("Output files")
struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("A new file is created, and an existing file is replaced with its permissions kept")
  func replaced() throws {
    let path = folder.path + "/results"
    try OutputFile(path).write(Data("first".utf8))
    #expect(try text(path) == "first")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try OutputFile(path).write(Data("second".utf8))
    #expect(try text(path) == "second")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["results"], "no draft is left behind")
  }

  @Test("A symbolic link is followed, even to a file that does not exist yet", arguments: [true, false])
  func link(isThere: Bool) throws {
    if isThere { try folder.write("old", to: "far/results") }
    try FileManager.default.createDirectory(atPath: folder.path + "/far", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/second", withDestinationPath: "far/results")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/first", withDestinationPath: folder.path + "/second")
    try OutputFile(folder.path + "/first").write(Data("new".utf8))
    #expect(try text(folder.path + "/far/results") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/first") == folder.path + "/second")
  }

  @Test("Output to a pipe reaches its reader, and the pipe remains")
  func pipe() throws {
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile(path).write(Data("results".utf8))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "results")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeRegular)
  }

  @Test("Output to a device leaves the device in place")
  func device() throws {
    let path = folder.path + "/nothing"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    try OutputFile(path).write(Data("results".utf8))
    try OutputFile("/dev/null").write(Data("results".utf8))
    #expect(try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("Output to an open descriptor continues at its position")
  func descriptor() throws {
    let path = try folder.write("", to: "log")
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    try OutputFile("/dev/fd/\(descriptor)").write(Data("one".utf8))
    try OutputFile("/proc/self/fd/\(descriptor)").write(Data("two".utf8))
    #expect(try text(path) == "onetwo")
  }

  @Test("A full device, a folder and a missing folder are errors that name the file")
  func unwritable() {
    for (path, words) in [
      ("/dev/full", "No space left on device"), (folder.path, "folder"), (folder.path + "/none/file", "No such file"),
    ] {
      let error = #expect(throws: OutputFileError.self) { try OutputFile(path).write(Data("results".utf8)) }
      #expect(error?.code == .unwritable)
      #expect(error?.description.hasPrefix(path) == true && error?.reason.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test("Missing folders are created for their owner only, with a file of the given permissions")
  func folders() throws {
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path + path)[.posixPermissions] as? Int
    }
    for text in ["first", "second"] {
      try OutputFile(folder.path + "/new/state/file").writeMakingFolder(Data(text.utf8), mode: 0o600)
      #expect(try self.text(folder.path + "/new/state/file") == text)
    }
    #expect(try ["/new", "/new/state", "/new/state/file"].map(mode) == [0o700, 0o700, 0o600])
    let wrong = OutputFile(folder.path + "/new/state/file/x")
    let error = #expect(throws: OutputFileError.self) { try wrong.writeMakingFolder(Data()) }
    #expect(error?.system == ENOTDIR)
    #expect(error?.diskReason == "Not a directory")
  }

  @Test(
    "A full disk, a read-only disk and the folder of another user are reported with their own remedies",
    arguments: [
      (ENOSPC, "the disk is full; delete files that you do not need"),
      (EDQUOT, "the disk is full; delete files that you do not need"),
      (EROFS, "the disk is read-only; check it, because a damaged disk becomes read-only"),
      (EACCES, "you may not write it; change the owner of the folder to your user"), (EIO, "Input/output error"),
    ])
  func remedies(code: Int32, reason: String) { #expect(DiskFault.reason(code) == reason) }

  @Test("A file whose folder is missing, too, needs the permission to write to the nearest folder that exists")
  func nearestFolder() {
    let nearest = ParentFolder.existing(of: folder.path + "/new/state/file")
    #expect(nearest == folder.path && ParentFolder.existing(of: "none/file") == ".")
    let reason = "you may not write to the folder \(nearest); change its owner to your user"
    #expect(DiskFault.reason(EACCES, in: nearest) == reason)
  }

  @Test("An output that is also an input is rejected under any of its names")
  func input() throws {
    let path = try folder.write("precious", to: "input")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/symbolic", withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/hard")
    for name in [path, folder.path + "/symbolic", folder.path + "/hard", folder.path + "/../\(folder.name)/input"] {
      let error = #expect(throws: OutputFileError.self) { try OutputFile(name).check(notAmong: ["/etc/passwd", path]) }
      #expect(error?.code == .isInput)
      #expect(error?.path == name)
    }
    try OutputFile(folder.path + "/other").check(notAmong: [path])
    try OutputFile("/dev/null").check(notAmong: ["/dev/null"])
  }
}

extension TemporaryFolder {
  fileprivate var name: String { (path as NSString).lastPathComponent }
}

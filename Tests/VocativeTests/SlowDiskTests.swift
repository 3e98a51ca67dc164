import Foundation
import Logging
import Testing
import Vocative
import VocativeTestSupport

/// A file on a disk that does not respond: a pipe, which blocks its writer until it has a reader.
@Suite("Slow and full disks", .timeLimit(.minutes(5)))
struct SlowDiskTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/state.json"
  }

  /// Lets the writer of the pipe continue, and returns what it wrote.
  private func read() throws -> String {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    return String(decoding: try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test("The microphone is muted before that is stored, and the loop responds meanwhile")
  func mute() async throws {
    let loop = try await TestPipeline(mute: MuteFile(path: path)).loop
    try #require(mkfifo(path, 0o600) == 0)
    async let muting: Void = loop.mute()
    #expect(try await eventually { await loop.status.muted })
    #expect(await loop.status.state == .muted)
    #expect(try read() == "{\"by\":[\"owner\"],\"muted\":true}\n")
    try await muting
  }

  @Test("The speech changes before that is stored, and sentences are spoken meanwhile")
  func speech() async throws {
    let control = SpeechControl(abilities: .init(voices: ["slt"]), file: SpeechStyleFile(path: path), logger: .silent)
    try #require(mkfifo(path, 0o600) == 0)
    async let changing: Void = control.change { $0.volume = 125 }
    #expect(await eventually { control.style.volume == 125 })
    // The former contents of the file are read first.
    close(open(path, O_WRONLY))
    #expect(try read().contains("\"volume\":125"))
    try await changing
  }

  @Test("A full disk is reported with its remedy")
  func full() async throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let muting = #expect(throws: MuteFileError.self) { try MuteFile(path: path).write(true) }
    #expect(
      muting?.reason == "the microphone is muted until the next restart only: the disk is full; delete files that you do not need"
    )
    let control = SpeechControl(abilities: .init(voices: ["slt"]), file: SpeechStyleFile(path: path), logger: .silent)
    let changing = await #expect(throws: SpeechStyleFileError.self) { try await control.change { $0.volume = 125 } }
    #expect(
      changing?.reason == "the change applies until the next restart only: the disk is full; delete files that you do not need")
    #expect(control.style.volume == 125)
    #expect(muting?.exitStatus == .output && changing?.exitStatus == .output)
  }
}

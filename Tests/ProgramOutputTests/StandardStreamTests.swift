import Foundation
import ProgramOutput
import Testing
import VocativeTestSupport

@Suite("Standard streams")
struct StandardStreamTests {
  @Test("A full disk and a closed descriptor fail with the system's message")
  func failures() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let error = #expect(throws: StandardStream.Failure.self) { try StandardStream(descriptor: full).write("text") }
    #expect(error?.description == "No space left on device")
    #expect(error?.isClosedPipe == false)
    let closed = #expect(throws: StandardStream.Failure.self) { try StandardStream(descriptor: -1).write("text") }
    #expect(closed?.code == EBADF)
  }

  @Test("A pipe without a reader is distinguished from an error")
  func closedPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let stream = StandardStream(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let error = #expect(throws: StandardStream.Failure.self) { try stream.write("text") }
    #expect(error?.isClosedPipe == true)
  }

  @Test("A log reports how many messages were lost while it could not be written")
  func lostMessages() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "log")
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let log = LogStream(StandardStream(descriptor: descriptor))
    log.write("lost\n")
    log.write("lost too\n")
    let file = open(path, O_WRONLY)
    defer { close(file) }
    try #require(dup2(file, descriptor) == descriptor)
    log.write("third\n")
    log.write("fourth\n")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == "2 messages could not be logged\nthird\nfourth\n")
  }
}

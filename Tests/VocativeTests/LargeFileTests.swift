import Foundation
import Testing
import Vocative

/// Files that exceed the maximum size of their kind; an endless device represents all of them.
@Suite("Oversized files", .timeLimit(.minutes(10)))
struct LargeFileTests {
  private static let endless = "/dev/zero"

  @Test("An endless calibration file is rejected")
  func calibration() {
    let error = #expect(throws: SpottingCalibrationError.self) { try SpottingCalibrationFile(path: Self.endless).read() }
    #expect(error?.description.contains("larger than 1 MiB") == true)
  }

  @Test("A device instead of a passphrase file is rejected unread")
  func passphrase() {
    let error = #expect(throws: PassphraseFileError.self) { try PassphraseFile.read(named: Self.endless) }
    #expect(error?.description.contains("it is not a file with a passphrase") == true)
  }

  @Test("An endless mute file is an error, and means muted")
  func mute() {
    let error = #expect(throws: MuteFileError.self) { try MuteFile(path: Self.endless).read() }
    #expect(error?.description.contains("so the microphone stays muted") == true)
  }
}

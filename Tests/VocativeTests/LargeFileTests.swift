import Foundation
import Testing
import Vocative

/// Files beside the audio that are larger than any of their kind is; one that never ends stands for all of them.
@Suite("Files that are too large", .timeLimit(.minutes(10)))
struct LargeFileTests {
  private static let endless = "/dev/zero"

  @Test("A calibration that never ends is refused")
  func calibration() {
    let error = #expect(throws: SpottingCalibrationError.self) { try SpottingCalibrationFile(path: Self.endless).read() }
    #expect(error?.description.contains("larger than 1 MiB") == true)
  }

  @Test("A passphrase file that is a device is refused unread")
  func passphrase() {
    let error = #expect(throws: PassphraseFileError.self) { try PassphraseFile.read(path: Self.endless) }
    #expect(error?.description.contains("it is not a file with a passphrase") == true)
  }

  @Test("A mute file that never ends is an error, and means muted")
  func mute() {
    let error = #expect(throws: MuteFileError.self) { try MuteFile(path: Self.endless).read() }
    #expect(error?.description.contains("so the microphone stays muted") == true)
  }
}

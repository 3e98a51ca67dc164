import ArgumentParser
import Foundation
import Logging
import Vocative

/// `vocative devices`: what can be recorded from and played on.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List sound cards and the device names to use with --device and --output-device.",
    discussion: "Exit status 0 when something can be recorded from, 69 when nothing can.")

  @Flag(help: "One JSON object a device.")
  var json = false

  func run() throws {
    _ = LibraryMessages.logger(level: .warning)
    let devices = SoundDevices.present()
    if json {
      devices.pcms.map(\.json).forEach(StandardOutput.line)
    } else {
      devices.lines.forEach(StandardOutput.line)
    }
    guard devices.canRecord else { throw ExitStatus.unavailable }
  }
}

import ArgumentParser
import Foundation
import Logging
import Vocative

/// `vocative devices`: lists sound devices.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List sound cards and the device names for --device and --output-device.",
    discussion: "Exit status: 0 if a device can record, 69 otherwise.")

  @Flag(help: "Print one JSON object for each device.")
  var json = false

  func run() throws {
    _ = LibraryMessages.logger(level: .warning)
    let devices = SoundDevices.present()
    if json {
      devices.pcms.map(\.json).forEach(StandardOutput.line)
      if let advice = devices.advice { StandardError.write("vocative: no device can record. \(advice)\n") }
    } else {
      devices.lines.forEach(StandardOutput.line)
    }
    guard devices.canRecord else { throw ExitStatus.unavailable }
  }
}

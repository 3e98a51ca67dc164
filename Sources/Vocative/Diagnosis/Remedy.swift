import ALSA
import PocketSphinx
package import VocativeCapture

/// The command that helps against a fault of the machine, for every message about it.
struct Remedy: Equatable, CustomStringConvertible {
  /// The command to type.
  let command: String
  /// Further advice; nil for none.
  let note: String?

  init(_ command: String, note: String? = nil) { (self.command, self.note) = (command, note) }

  /// The command with the note behind it.
  var description: String { command + (note.map { "    (\($0))" } ?? "") }

  /// Membership in the group that may open sound devices.
  static let audioGroup = Remedy("sudo usermod -aG audio $USER", note: "then log out and in again")

  /// A recognition model that is complete.
  static let model = Remedy(
    "sudo apt-get install --reinstall pocketsphinx-en-us",
    note: "or choose another model with --model or \(RecognitionModel.directoryVariable)")

  /// Returns the remedy for an error of a sound device.
  static func device(_ error: ALSAError) -> Remedy {
    switch error.code {
    case .noSuchDevice: Remedy("vocative devices", note: "plug the microphone in first, then choose one with --device")
    case .busy:
      RunningDaemon.find().map { Remedy($0.stopCommand, note: "\($0.use)\($0.restart); \(otherPrograms)") }
        ?? Remedy("fuser -v /dev/snd/*", note: "shows the program that uses it; close that program")
    case .accessDenied: audioGroup
    // A name with a comma, as in hw:0,0, is one argument only in quotation marks.
    case .unsupportedFormat: Remedy("vocative doctor --device \"plug:'\(error.device)'\"", note: "then use this device")
    case .lost, .other: Remedy("vocative devices", note: "unplug the microphone and plug it in again first")
    }
  }

  private static let otherPrograms = "\"fuser -v /dev/snd/*\" shows other programs"

  /// Returns the remedy for an error; nil if its description already contains it, or there is none.
  static func of(_ error: any Error) -> Remedy? {
    switch error {
    case CaptureError.device(let error): device(error)
    case let error as PocketSphinxError where error.code == .model: model
    default: nil
    }
  }
}

extension CaptureError {
  /// Whether no device has the name.
  package var isOfMissingDevice: Bool { if case .device(let error) = self { error.code == .noSuchDevice } else { false } }

  /// Whether another program or recording uses the device.
  package var isOfBusyDevice: Bool { if case .device(let error) = self { error.code == .busy } else { false } }
}

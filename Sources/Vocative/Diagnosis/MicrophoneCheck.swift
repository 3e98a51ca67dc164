import ALSA
import Foundation
import Logging
import VocativeCapture

/// Checks permissions, opens the microphone, and records from it.
struct MicrophoneCheck {
  let device: String
  let logger: Logger

  /// The level in dBFS below which a second of recording means a muted or missing microphone, not a quiet room.
  private static let silence = -85.0

  func findings() async -> [Finding] {
    [access(), await recording()].compactMap { $0 } + mixer()
  }

  /// Checks whether the user may open the kernel's sound devices; nil if there are none, as with a sound server.
  private func access() -> Finding? {
    let folder = "/dev/snd"
    let nodes = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("pcm") }
    guard !nodes.isEmpty else { return nil }
    let forbidden = nodes.filter { Foundation.access("\(folder)/\($0)", R_OK | W_OK) != 0 }
    guard forbidden.isEmpty else {
      return .fault(
        "sound access", "you are not allowed to open \(folder)/\(forbidden[0])",
        remedy: .audioGroup)
    }
    return .fine("sound access", "you may open \(folder)")
  }

  private func recording() async -> Finding {
    let check = "microphone \"\(device)\""
    var samples: [Int16] = []
    do {
      let source = MicrophoneSource(device: device, whenUnavailable: .fail, logger: logger)
      for try await frame in LimitedSource(source, seconds: 1).frames() {
        samples += frame.samples
      }
    } catch CaptureError.device(let error) {
      return .fault(check, error.description, remedy: .device(error))
    } catch {
      return .fault(
        check, "\(error)", remedy: Remedy("vocative devices", note: "unplug the microphone and plug it in again first"))
    }
    let level = InputLevel(of: samples)
    if samples.allSatisfy({ $0 == 0 }) {
      return .fault(check, "it only delivers zeros: it is muted, or not plugged in", remedy: "alsamixer -V capture")
    }
    if level.rms < Self.silence {
      return .fault(
        check, "it is nearly silent (\(Self.format(level.rms)) dBFS): muted, or turned all the way down",
        remedy: "alsamixer -V capture")
    }
    if level.clippedSamples > 0 {
      return .fault(
        check, "it clips (\(level.clippedSamples) samples in a second): turned up too far", remedy: "alsamixer -V capture")
    }
    return .fine(check, "records at \(Self.format(level.rms)) dBFS, peak \(Self.format(level.peak)) dBFS")
  }

  /// Finds capture switches that are off, and volumes of zero, on every card.
  private func mixer() -> [Finding] {
    SoundCard.all().flatMap { card -> [Finding] in
      guard let controls = try? CaptureControl.all(of: "hw:\(card.number)") else { return [] }
      return controls.filter { $0.isOn == false || $0.volume == 0 }.map { control in
        .fault(
          "mixer of \(card.name)", "\"\(control.name)\" is \(control.isOn == false ? "muted" : "turned all the way down")",
          remedy: "amixer -c \(card.identifier) sset '\(control.name)' 80% cap")
      }
    }
  }

  private static func format(_ level: Double) -> String { String(format: "%.0f", level) }
}

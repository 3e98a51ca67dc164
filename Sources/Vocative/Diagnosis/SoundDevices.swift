import ALSA
import Foundation

/// The sound cards and PCM names of this machine.
public struct SoundDevices: Sendable {
  /// A PCM name and its capabilities.
  public struct PCM: Encodable, Equatable, Sendable {
    /// The name for opening it.
    public let name: String
    /// The description in ALSA's configuration.
    public let summary: String
    /// Whether it can record.
    public let captures: Bool
    /// Whether it can play.
    public let plays: Bool

    /// The device as one line of JSON.
    public var json: String { jsonLine }
  }

  /// The cards as `number: name (identifier)`.
  public let cards: [String]
  /// The PCM names of devices that can record or play sound; those of cards come first.
  public let pcms: [PCM]
  /// Whether there are cards, and the user may open none of them; ALSA does not list these.
  private let isDenied: Bool

  /// Returns the devices that are present now.
  public static func present() -> SoundDevices { present(in: "/dev/snd") { access($0, R_OK) == 0 } }

  /// Returns the devices that are present now.
  ///
  /// - Parameters:
  ///   - folder: The folder of the kernel's sound devices.
  ///   - isReadable: Returns whether the user may open a file.
  package static func present(in folder: String, isReadable: (String) -> Bool) -> SoundDevices {
    let nodes = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("controlC") }
    let cards = SoundCard.all()
    // ALSA lists a dozen names for one card. The one that converts formats is the best choice and keeps its name after a replug.
    // `null` has no sound, and delivers its zeros as fast as they are read.
    let pcms = PCMDescription.all().filter { pcm in
      pcm.name != "null"
        && !["surround", "front", "iec958", "hdmi", "dmix", "dsnoop", "usbstream", "hw:"].contains { pcm.name.hasPrefix($0) }
    }
    // ALSA lists its plug-ins first, which are a dozen on a desktop.
    let ordered = pcms.filter(\.isOfCard) + pcms.filter { !$0.isOfCard }
    return SoundDevices(
      cards: cards.map { "\($0.number): \($0.name) (\($0.identifier))" },
      pcms: ordered.map { PCM(name: $0.name, summary: $0.summary, captures: $0.captures, plays: $0.plays) },
      isDenied: !nodes.isEmpty && !nodes.contains { isReadable("\(folder)/\($0)") })
  }

  /// Whether a card, or a device of a sound server, can record.
  ///
  /// ALSA lists its plug-ins even without a device behind them.
  public var canRecord: Bool {
    !cards.isEmpty || pcms.contains { $0.captures && ["pulse", "pipewire", "default"].contains($0.name) }
  }

  /// The list as lines of text.
  public var lines: [String] {
    var lines = cards.isEmpty ? ["no sound card found"] : ["cards:"] + cards.map { "  \($0)" }
    let directions = [
      ("record from (--device):", pcms.filter(\.captures)), ("play on (--output-device):", pcms.filter(\.plays)),
    ]
    for (title, matching) in directions where !matching.isEmpty {
      lines.append(title)
      lines += matching.map { $0.summary.isEmpty ? "  \($0.name)" : "  \($0.name)  (\($0.summary))" }
    }
    return lines + [advice].compactMap(\.self)
  }

  /// The remedy if no device can record; nil if one can.
  public var advice: String? {
    guard !canRecord else { return nil }
    return isDenied
      ? "You may not open the sound cards. Run: \(Remedy.audioGroup)"
      : "Plug in a microphone; in a container or a virtual machine, pass /dev/snd through."
  }
}

extension PCMDescription {
  /// Whether the name selects a card, as in `plughw:CARD=Mic,DEV=0`.
  fileprivate var isOfCard: Bool { name.contains("CARD=") }
}

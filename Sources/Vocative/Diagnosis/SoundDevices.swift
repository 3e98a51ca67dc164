import ALSA
import Foundation

/// The sound cards and PCM names of this machine.
public struct SoundDevices: Sendable {
  /// A PCM name and what it can do.
  public struct PCM: Encodable, Equatable, Sendable {
    /// The name to open it by.
    public let name: String
    /// What ALSA's configuration says of it.
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
  /// The PCM names, those of cards first.
  public let pcms: [PCM]

  /// What is there now.
  public static func present() -> SoundDevices {
    let cards = SoundCard.all()
    // ALSA lists a dozen names for one card; the one that converts formats is the one to use, and it keeps its name after a replug.
    let pcms = PCMDescription.all().filter { pcm in
      !["surround", "front", "iec958", "hdmi", "dmix", "dsnoop", "usbstream", "hw:"].contains { pcm.name.hasPrefix($0) }
    }
    return SoundDevices(
      cards: cards.map { "\($0.number): \($0.name) (\($0.identifier))" },
      pcms: pcms.map { PCM(name: $0.name, summary: $0.summary, captures: $0.captures, plays: $0.plays) })
  }

  /// Whether there is a card, or a sound server's device, to record from.
  ///
  /// ALSA always lists `null` and its plug-ins, whether or not anything is behind them.
  public var canRecord: Bool {
    !cards.isEmpty || pcms.contains { $0.captures && ["pulse", "pipewire", "default"].contains($0.name) }
  }

  /// The list for people.
  public var lines: [String] {
    var lines = cards.isEmpty ? ["no sound card is present"] : ["cards:"] + cards.map { "  \($0)" }
    let directions = [
      ("record from (--device):", pcms.filter(\.captures)), ("play on (--output-device):", pcms.filter(\.plays)),
    ]
    for (title, matching) in directions {
      lines.append(title)
      lines += matching.map { $0.summary.isEmpty ? "  \($0.name)" : "  \($0.name)  (\($0.summary))" }
    }
    if !canRecord {
      lines.append("Plug in a microphone; in a container or a virtual machine, pass /dev/snd through.")
    }
    return lines
  }
}

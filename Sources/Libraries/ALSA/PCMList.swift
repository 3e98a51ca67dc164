import CALSA

/// A PCM that ALSA's configuration offers, as listed by `arecord -L`.
public struct PCMDescription: Equatable, Sendable {
  /// The name that opens the PCM.
  public let name: String
  /// The configuration's description of the PCM; may be empty.
  public let summary: String
  /// Whether the PCM can record.
  public let captures: Bool
  /// Whether the PCM can play.
  public let plays: Bool

  /// Returns every PCM that the current ALSA configuration offers, in its order.
  public static func all() -> [PCMDescription] {
    var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &list) >= 0, let hints = list else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var descriptions: [PCMDescription] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      func text(_ key: String) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
      }
      guard let name = text("NAME") else { continue }
      let direction = text("IOID")
      descriptions.append(
        PCMDescription(
          name: name, summary: (text("DESC") ?? "").split(separator: "\n").joined(separator: ", "),
          captures: direction != "Output", plays: direction != "Input"))
    }
    return descriptions
  }
}

/// A sound card known to the kernel.
public struct SoundCard: Equatable, Sendable {
  /// The card's number, which may change when the card is plugged in again.
  public let number: Int
  /// The card's stable identifier, as in `plughw:CARD=Device`.
  public let identifier: String
  /// The card's display name.
  public let name: String

  /// Returns every sound card that is present, in number order.
  public static func all() -> [SoundCard] {
    var cards: [SoundCard] = []
    var number: Int32 = -1
    while snd_card_next(&number) >= 0, number >= 0 {
      var control: OpaquePointer?
      guard snd_ctl_open(&control, "hw:\(number)", 0) >= 0, let control else { continue }
      defer { snd_ctl_close(control) }
      var allocated: OpaquePointer?
      guard snd_ctl_card_info_malloc(&allocated) >= 0, let information = allocated else { continue }
      defer { snd_ctl_card_info_free(information) }
      guard snd_ctl_card_info(control, information) >= 0 else { continue }
      cards.append(
        SoundCard(
          number: Int(number), identifier: String(cString: snd_ctl_card_info_get_id(information)),
          name: String(cString: snd_ctl_card_info_get_name(information))))
    }
    return cards
  }
}

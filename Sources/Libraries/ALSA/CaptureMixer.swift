import CALSA

/// A control of a sound card's mixer, as `alsamixer` shows it, that silences the card's capture if it is off or zero.
public struct CaptureControl: Equatable, Sendable {
  /// The control's name, such as `Mic`.
  public let name: String
  /// Whether the control lets audio through; nil if it has no switch.
  public let isOn: Bool?
  /// The volume, from 0 to 1 of the control's range; nil if the control has no volume.
  public let volume: Double?

  /// Returns every such control of `card`, such as `hw:0` or `default`.
  ///
  /// - Throws: `ALSAError` if the card has no mixer or the mixer cannot be opened.
  public static func all(of card: String) throws(ALSAError) -> [CaptureControl] {
    var opened: OpaquePointer?
    var status = snd_mixer_open(&opened, 0)
    guard status >= 0, let mixer = opened else {
      throw ALSAError(operation: "snd_mixer_open", device: card, status: status)
    }
    defer { snd_mixer_close(mixer) }
    status = snd_mixer_attach(mixer, card)
    if status >= 0 { status = snd_mixer_selem_register(mixer, nil, nil) }
    if status >= 0 { status = snd_mixer_load(mixer) }
    guard status >= 0 else { throw ALSAError(operation: "snd_mixer_attach", device: card, status: status) }

    var controls: [CaptureControl] = []
    var element = snd_mixer_first_elem(mixer)
    while let current = element {
      defer { element = snd_mixer_elem_next(current) }
      // Of the inputs of a group, only one records; the others are off.
      let hasSwitch =
        snd_mixer_selem_has_capture_switch(current) != 0 && snd_mixer_selem_has_capture_switch_exclusive(current) == 0
      // A volume without a direction, such as "Mic Boost", is additional gain, which is usually zero.
      let hasVolume = snd_mixer_selem_has_capture_volume(current) != 0 && snd_mixer_selem_has_common_volume(current) == 0
      guard hasSwitch || hasVolume else { continue }
      var on: Int32 = 0
      if hasSwitch { snd_mixer_selem_get_capture_switch(current, SND_MIXER_SCHN_FRONT_LEFT, &on) }
      var (low, high, value) = (0, 0, 0)
      if hasVolume {
        snd_mixer_selem_get_capture_volume_range(current, &low, &high)
        snd_mixer_selem_get_capture_volume(current, SND_MIXER_SCHN_FRONT_LEFT, &value)
      }
      controls.append(
        CaptureControl(
          name: String(cString: snd_mixer_selem_get_name(current)), isOn: hasSwitch ? on != 0 : nil,
          volume: hasVolume && high > low ? Double(value - low) / Double(high - low) : nil))
    }
    return controls
  }
}

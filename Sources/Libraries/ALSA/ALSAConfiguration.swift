import CALSA

/// ALSA's configuration, which the library reads once and keeps.
public enum ALSAConfiguration {
  /// Has it read anew at the next opening.
  ///
  /// Parts of it, such as what `sysdefault:CARD=Mic` means, depend on the cards that were there when it was read.
  public static func reload() {
    snd_config_update_free_global()
  }
}

import CALSA

/// ALSA's configuration, which the library reads once and caches.
public enum ALSAConfiguration {
  /// Discards the cached configuration, so that the next open reads it again.
  ///
  /// Some names, such as `sysdefault:CARD=Mic`, depend on the cards that are present when the configuration is read.
  public static func reload() {
    snd_config_update_free_global()
  }
}

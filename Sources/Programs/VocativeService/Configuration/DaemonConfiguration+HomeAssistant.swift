import Vocative

extension DaemonConfiguration {
  /// The Home Assistant of the settings; nil if none is set.
  ///
  /// - Throws: `HomeAssistantServerError`.
  var homeAssistant: HomeAssistantServer? {
    get throws {
      try HomeAssistantServer.configured(uri: self.homeAssistantAddress, tokenFile: self.homeAssistantTokenFile)
    }
  }
}

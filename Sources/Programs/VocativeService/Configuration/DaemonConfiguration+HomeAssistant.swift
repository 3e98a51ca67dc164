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

  /// The Home Assistant whose home is imported; nil if none is.
  ///
  /// - Throws: `HomeAssistantServerError`.
  var importedHomeAssistant: HomeAssistantServer? {
    get throws {
      let server = try self.homeAssistant
      guard self.hasHomeAssistantImport else { return nil }
      guard let server else { throw HomeAssistantServerError(reason: "set \"home-assistant-uri\" to import its home") }
      return server
    }
  }
}

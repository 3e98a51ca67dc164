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

  /// Returns the Home Assistant whose home is imported; nil if none is, in which case an earlier import is removed.
  ///
  /// - Throws: `HomeAssistantServerError`.
  func homeAssistantImport() throws -> HomeAssistantServer? {
    let server = try self.homeAssistant
    guard self.hasHomeAssistantImport else {
      HomeFile.standard.remove()
      return nil
    }
    guard let server else { throw HomeAssistantServerError(reason: "set \"home-assistant-uri\" to import its home") }
    return server
  }
}

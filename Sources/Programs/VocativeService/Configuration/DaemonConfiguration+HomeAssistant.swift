import Vocative

extension DaemonConfiguration {
  /// The Home Assistant of the settings; nil if none is set.
  ///
  /// - Throws: `SettingError`.
  var homeAssistant: HomeAssistantServer? {
    get throws {
      do {
        return try HomeAssistantServer.configured(uri: self.homeAssistantAddress, tokenFile: self.homeAssistantTokenFile)
      } catch {
        // The form of the address was checked when the sources were read.
        throw located(error, at: [Settings.all.homeAssistantTokenFile, Settings.all.homeAssistantAddress])
      }
    }
  }

  /// The Home Assistant whose home is imported; nil if none is.
  ///
  /// - Throws: `SettingError`.
  var importedHomeAssistant: HomeAssistantServer? {
    get throws {
      let server = try self.homeAssistant
      guard self.hasHomeAssistantImport else { return nil }
      guard let server else {
        let error = HomeAssistantServerError(reason: "set \"home-assistant-uri\" to import its home")
        throw located(error, at: [Settings.all.hasHomeAssistantImport])
      }
      return server
    }
  }
}

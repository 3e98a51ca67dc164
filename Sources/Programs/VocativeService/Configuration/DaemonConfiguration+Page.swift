import VocativePage

extension DaemonConfiguration {
  /// The address and token of the page; nil if the page is off.
  ///
  /// Without a token file, a token is generated in the state folder.
  ///
  /// - Throws: `SettingError` for a token file that can't be used.
  var pageAddress: PageAddress? {
    get throws {
      guard let pagePort = self.pagePort else { return nil }
      return PageAddress(
        host: self.pageHost, port: pagePort, token: try pageToken, sessionsFile: PageAddress.defaultSessionsFile)
    }
  }

  private var pageToken: PageToken {
    get throws {
      do {
        return try self.pageTokenFile.map { try PageToken(file: $0) } ?? PageToken(making: PageToken.defaultFile)
      } catch {
        throw located(error, at: [Settings.all.pageTokenFile])
      }
    }
  }
}

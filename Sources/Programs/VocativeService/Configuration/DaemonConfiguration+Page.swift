import VocativePage

extension DaemonConfiguration {
  /// The address and token of the page; nil if the page is off.
  ///
  /// Without a token file, a token is generated in the state folder.
  var pageAddress: PageAddress? {
    get throws {
      guard let pagePort = self.pagePort else { return nil }
      let token = try self.pageTokenFile.map { try PageToken(file: $0) } ?? PageToken(making: PageToken.defaultFile)
      return PageAddress(host: self.pageHost, port: pagePort, token: token, sessionsFile: PageAddress.defaultSessionsFile)
    }
  }
}

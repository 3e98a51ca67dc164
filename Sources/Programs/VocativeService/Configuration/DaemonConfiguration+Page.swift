import VocativePage

extension DaemonConfiguration {
  /// Where a page is served, and what whoever looks at it has to know; nil when none is.
  ///
  /// Without a file with a token one is made in the state folder.
  var pageAddress: PageAddress? {
    get throws {
      guard let pagePort else { return nil }
      let token = try pageTokenFile.map { try PageToken(file: $0) } ?? PageToken(making: PageToken.defaultFile)
      return PageAddress(host: pageHost, port: pagePort, token: token, sessionsFile: PageAddress.defaultSessionsFile)
    }
  }
}

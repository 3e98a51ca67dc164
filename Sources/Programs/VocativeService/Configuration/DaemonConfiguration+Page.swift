import VocativePage

extension DaemonConfiguration {
  /// Where a page is served, and who may see it; nil when none is.
  var pageAddress: PageAddress? {
    get throws {
      guard let pagePort else { return nil }
      return try PageAddress(host: pageHost, port: pagePort, token: try pageTokenFile.map { try PageToken(file: $0) })
    }
  }
}

import ArgumentParser
import Vocative

/// The Home Assistant that performs requests of intents files.
struct HomeAssistantOptions: ParsableArguments {
  @Option(
    name: .customLong("home-assistant-uri"),
    help: ArgumentHelp(
      "The Home Assistant for \"handler: home-assistant\", such as http://192.168.1.5:8123 (default: none).", valueName: "uri"))
  var address: String?

  @Option(
    name: .customLong("home-assistant-token-file"),
    help: ArgumentHelp(
      "A file with a long-lived access token of Home Assistant; other users must not be able to read it (default: none).",
      valueName: "file"))
  var tokenFile: String?

  /// The server; nil if neither option is given.
  ///
  /// - Throws: `HomeAssistantServerError`.
  var server: HomeAssistantServer? {
    get throws { try HomeAssistantServer.configured(uri: address, tokenFile: tokenFile) }
  }
}

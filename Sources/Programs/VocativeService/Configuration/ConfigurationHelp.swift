/// The output of `--help-config`: every setting with its default, environment variable and meaning.
package enum ConfigurationHelp {
  /// Returns the whole text.
  ///
  /// - Parameter files: The configuration files that the daemon reads.
  package static func text(files: [String]) -> String {
    let places =
      ["the command line, as in --device plughw:CARD=Mic", "the environment, as in VOCATIVED_DEVICE=plughw:CARD=Mic"]
      + files.map { "\($0), as in \"device: plughw:CARD=Mic\"" } + ["the default"]
    var lines = ["Each setting has the value of the first of these sources that contains it:"]
    lines += places.enumerated().map { "  \($0 + 1). \($1)" }
    for setting in Settings.list {
      lines += ["", setting.name, "  \(setting.meaning)"]
      lines.append("  value: \(setting.values); default: \(setting.defaultText)")
      lines.append("  environment: \(setting.variable)\(setting.isInFiles ? "" : "; cannot be set in a file")")
      if setting.isInFiles { lines.append("  a change takes effect \(setting.isLive ? "immediately" : "at the next start")") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// What `vocatived --help-config` prints: every setting with its default, its environment variable and its meaning.
public enum ConfigurationHelp {
  /// The whole text.
  ///
  /// - Parameter files: The files that would be read.
  public static func text(files: [String]) -> String {
    let places =
      ["the command line, as in --device plughw:CARD=Mic", "the environment, as in VOCATIVED_DEVICE=plughw:CARD=Mic"]
      + files.map { "\($0), as in \"device: plughw:CARD=Mic\"" } + ["the default"]
    var lines = ["Each setting is taken from the first of these that has it:"]
    lines += places.enumerated().map { "  \($0 + 1). \($1)" }
    for key in ConfigurationKey.all {
      lines += ["", key.name, "  \(key.meaning)"]
      lines.append("  value: \(key.kind); default: \(key.usual)")
      lines.append("  environment: \(key.variable)\(key.isInFiles ? "" : "; not in a file")")
      if key.isInFiles { lines.append("  a change is taken up \(key.isLive ? "at once" : "at the next start")") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

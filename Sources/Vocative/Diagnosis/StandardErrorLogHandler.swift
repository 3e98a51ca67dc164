import Logging
import ProgramOutput
import VocativeIntents

/// Writes one line per message without time stamps: journald adds its own, and a terminal does not need them.
struct StandardErrorLogHandler: LogHandler {
  /// The only topic to log, besides errors; nil for all topics.
  var focus: Focus?
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  init(focus: Focus? = nil) {
    self.focus = focus
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let topic = (event.metadata?["topic"] ?? metadata["topic"]).map { "\($0)" }
    if let focus, event.level < .error, !(topic.map(focus.includes) ?? false) { return }
    let place = topic.map { "\($0): " } ?? ""
    // Later lines are indented, so that no text can imitate another message.
    let text = PrintableText.lines("\(place)\(event.message)").replacing("\n", with: "\n  ")
    LogStream.standardError.write("vocative: \(event.level): \(text)\n")
  }
}

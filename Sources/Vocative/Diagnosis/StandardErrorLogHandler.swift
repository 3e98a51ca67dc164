import Logging
import ProgramOutput
import VocativeIntents

/// One line a message, without time stamps: the terminal's user knows the time, and journald adds its own.
struct StandardErrorLogHandler: LogHandler {
  /// The only topic whose messages are wanted, besides errors; nil for everything.
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
    // Lines after the first are indented, so that no text can look like another message.
    let text = PrintableText.lines("\(place)\(event.message)").replacing("\n", with: "\n  ")
    LogStream.standardError.write("vocative: \(event.level): \(text)\n")
  }
}

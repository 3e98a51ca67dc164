import ProgramOutput
import Vocative

/// A voice shortcut on one line.
struct ShortcutLine: Encodable {
  let id: String
  let phrase: String
  let steps: [String]
  var result: String?
  /// Whether an older shortcut has its phrase; nil if that is unknown.
  var waiting: Bool?

  init(_ shortcut: VoiceShortcut, result: String? = nil, isWaiting: Bool = false) {
    id = shortcut.id
    phrase = shortcut.invocationPhrase
    steps = shortcut.steps.map(\.title)
    self.result = result
    waiting = isWaiting ? true : nil
  }

  func print(asJSON isJSON: Bool) {
    let note = waiting == true ? " (waits: \(id))" : ""
    let text = "\(result.map { "\($0): " } ?? "")\"\(phrase)\" → \(steps.joined(separator: ", then "))\(note)"
    // Another room may have stored control characters.
    StandardOutput.line(isJSON ? jsonLine : ShortText.line(text))
  }

  /// Prints the result of a change; ends the program with status 1 if nothing changed.
  static func print(_ change: VoiceShortcutChange, asJSON isJSON: Bool) throws {
    switch change {
    case .added(let shortcut): ShortcutLine(shortcut, result: "added").print(asJSON: isJSON)
    case .updated(let shortcut): ShortcutLine(shortcut, result: "updated").print(asJSON: isJSON)
    case .deleted(let id): StandardOutput.line(isJSON ? ["result": "deleted", "id": id].jsonLine : "deleted")
    case .failed(let reason):
      if isJSON { StandardOutput.line(["result": "failed", "reason": reason].jsonLine) }
      StandardError.write("vocative: \(PrintableText.line(reason))\n")
      throw ExitStatus.no
    case .cancelled:
      StandardOutput.line(isJSON ? ["result": "cancelled"].jsonLine : "cancelled")
      throw ExitStatus.no
    }
  }
}

/// A suggestion on one line.
struct SuggestionLine: Encodable {
  let title: String
  let intent: String
  let values: [String: String]
  let reason: String
  let state: String
  let phrase: String?

  init(_ suggestion: ShortcutSuggestion, state: VoiceShortcutState) {
    title = suggestion.shortcut.title
    intent = suggestion.shortcut.intent
    values = suggestion.shortcut.values
    reason = suggestion.reason
    switch state {
    case .add:
      self.state = "Add"
      phrase = suggestion.shortcut.suggestedInvocationPhrase
    case .added(let shortcut):
      self.state = "Added"
      phrase = shortcut.invocationPhrase
    }
  }

  func print(asJSON isJSON: Bool) {
    let phrase = phrase.map { " \"\($0)\"" } ?? ""
    StandardOutput.line(isJSON ? jsonLine : "\(title) (\(reason)) [\(state)\(phrase)]")
  }
}

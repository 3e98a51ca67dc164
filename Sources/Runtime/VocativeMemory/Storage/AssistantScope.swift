import VocativeIntents

/// The assistants whose rows a part of the memory reads.
struct AssistantScope: Sendable {
  /// The assistant of rows that name no other one of these.
  let home: String
  /// All assistants, the home first.
  let all: [String]
  /// Whether these are all assistants that are served, so that the rows of any other one belong to an assistant that is not.
  let isWhole: Bool

  /// Creates the scope of one assistant.
  init(_ assistant: String) { self.init([assistant]) }

  /// Creates the scope of several assistants, of which there is at least one.
  init(_ assistants: [String], isWhole: Bool = false) {
    home = assistants.first ?? ""
    all = assistants
    self.isWhole = isWhole
  }

  /// Whether there are several assistants, so that a shortcut needs the name of its own.
  var isShared: Bool { all.count > 1 }

  /// The placeholders of an SQL list of all assistants.
  var marks: String { Array(repeating: "?", count: all.count).joined(separator: ", ") }

  /// Returns the assistant of a row: the named one if it is in the scope, else the home.
  func owner(_ name: String?) -> String { name.flatMap { all.contains($0) ? $0 : nil } ?? home }

  /// Returns a stored shortcut of an assistant, with the assistant's name if there are several.
  func named(_ shortcut: Shortcut, storedWith assistant: String) -> Shortcut {
    isShared && shortcut.assistant == nil ? shortcut.of(assistant) : shortcut
  }

  /// Returns a stored voice shortcut of an assistant, with the names of the assistants of its steps if there are several.
  func named(_ shortcut: VoiceShortcut, storedWith assistant: String) -> VoiceShortcut {
    VoiceShortcut(
      id: shortcut.id, invocationPhrase: shortcut.invocationPhrase,
      steps: shortcut.steps.map { named($0, storedWith: assistant) })
  }

  /// Returns a shortcut as it is stored with an assistant, without the name of that assistant.
  func stored(_ shortcut: Shortcut, with assistant: String) -> Shortcut {
    shortcut.assistant == assistant ? shortcut.of(nil) : shortcut
  }
}

/// A custom phrase with the actions it performs.
public struct VoiceShortcut: Hashable, Sendable, Codable, Identifiable {
  /// The permanent identifier, a UUID.
  public let id: String
  /// The phrase.
  public let invocationPhrase: String
  /// The steps in order; a shortcut with more than one step is a workflow.
  public let steps: [Shortcut]

  /// Creates a shortcut with a phrase and steps.
  public init(id: String, invocationPhrase: String, steps: [Shortcut]) {
    self.id = id
    self.invocationPhrase = invocationPhrase
    self.steps = steps
  }

  /// Whether the shortcut has more than one step.
  public var isWorkflow: Bool { steps.count > 1 }

  /// The titles of its steps, to display.
  public var title: String { steps.map(\.title).joined(separator: ", then ") }
}

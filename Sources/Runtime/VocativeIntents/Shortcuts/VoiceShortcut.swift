/// A phrase somebody made, and what is done when it is said.
public struct VoiceShortcut: Hashable, Sendable, Codable, Identifiable {
  /// What identifies it for good, a UUID.
  public let id: String
  /// What is said.
  public let invocationPhrase: String
  /// What is done, in order; more than one step is a workflow.
  public let steps: [Shortcut]

  /// A phrase for some steps.
  public init(id: String, invocationPhrase: String, steps: [Shortcut]) {
    self.id = id
    self.invocationPhrase = invocationPhrase
    self.steps = steps
  }

  /// Whether it has more than one step.
  public var isWorkflow: Bool { steps.count > 1 }

  /// What it does, for people: the titles of its steps.
  public var title: String { steps.map(\.title).joined(separator: ", then ") }
}

/// What came of a request: what was done, and what is asked before the rest can be.
public struct IntentOutcome: Equatable, Sendable {
  /// An intent that was answered.
  public struct Answer: Equatable, Sendable {
    /// The intent's name.
    public let intent: String
    /// The answer.
    public let response: IntentResponse
    /// Whether it must be kept out of every log.
    public let isPrivate: Bool
    /// What was performed, for who shows it; nil when nothing was.
    public let interaction: Interaction?

    init(intent: String, response: IntentResponse, isPrivate: Bool, interaction: Interaction? = nil) {
      self.intent = intent
      self.response = response
      self.isPrivate = isPrivate
      self.interaction = interaction
    }

    init(_ interaction: Interaction) {
      self.init(
        intent: interaction.dispatch.intent, response: interaction.response, isPrivate: interaction.dispatch.isPrivate,
        interaction: interaction)
    }
  }

  /// What was done, in order: one intent, or the steps of a workflow.
  public internal(set) var answers: [Answer]
  /// What is asked; nil when nothing is left to do.
  public internal(set) var question: IntentQuestion?

  /// What to say.
  public var dialog: String {
    (answers.map(\.response.dialog) + [question?.dialog ?? ""]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

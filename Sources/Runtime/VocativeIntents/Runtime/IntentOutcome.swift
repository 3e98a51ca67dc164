/// The outcome of a request: the answers so far, and the next question.
public struct IntentOutcome: Equatable, Sendable {
  /// An answered intent.
  public struct Answer: Equatable, Sendable {
    /// The name of the assistant; nil for a request that no assistant can perform.
    public let assistant: String?
    /// The name of the intent.
    public let intent: String
    /// The response.
    public let response: IntentResponse
    /// Whether it must be excluded from all logs.
    public let isPrivate: Bool
    /// The performed interaction, for presenters; nil if the intent was not performed.
    public let interaction: Interaction?
    /// Whether only its card has changed, so that nothing is said.
    public let isSilent: Bool
    /// Whether it is the answer to a person that declined.
    let isDeclined: Bool

    init(
      assistant: String?, intent: String, response: IntentResponse, isPrivate: Bool, interaction: Interaction? = nil,
      isSilent: Bool = false, isDeclined: Bool = false
    ) {
      self.assistant = assistant
      self.intent = intent
      self.response = response
      self.isPrivate = isPrivate
      self.interaction = interaction
      self.isSilent = isSilent
      self.isDeclined = isDeclined
    }

    init(_ interaction: Interaction, isSilent: Bool = false) {
      self.init(
        assistant: interaction.dispatch.assistant, intent: interaction.dispatch.intent, response: interaction.response,
        isPrivate: interaction.dispatch.isPrivate, interaction: interaction, isSilent: isSilent,
        isDeclined: interaction.reason == .declined)
    }
  }

  /// The answers in order: one for an intent, several for the steps of a workflow.
  public internal(set) var answers: [Answer]
  /// The question; nil if the request is complete.
  public internal(set) var question: IntentQuestion?

  /// The dialog to say.
  public var dialog: String {
    (answers.map(\.response.dialog) + [question?.dialog ?? ""]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

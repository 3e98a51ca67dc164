public import VocativeIntents

/// Sends a message to a contact or a group.
public struct SendMessage: Intent {
  /// What the intent is for.
  public static let title = "Send a message"
  /// What was sent once is not sent again.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Recipient", prompt: "To whom?", disambiguationPrompt: "Whom do you mean") var recipient: Recipient
  @Parameter(title: "Message", prompt: "What should I say?") var content: String
  @Dependency private var outbox: Outbox
  @Dependency private var vocabulary: Vocabulary

  /// An intent whose recipient and content are still to be filled.
  public init() {}

  /// Asks first: the words may have been misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Send \"\(content)\" to \(recipient.dialogName)?")
  }

  /// Stores the message, and gives it to the transport.
  public func perform() async throws -> IntentResponse {
    let message = try await outbox.send(content, to: recipient)
    // Who was written to last is the likeliest to be written to next.
    try await outbox.store.update(vocabulary)
    let rows = [ResponseCard.Row("To", recipient.displayName), .init("Message", content)]
    let card = ResponseCard(title: message.isDelivered ? "Sent" : "Waiting", rows: rows)
    return IntentResponse(
      code: message.isDelivered ? .success : .inProgress,
      dialog: message.isDelivered
        ? "Sent to \(recipient.dialogName)." : "I could not send it yet. I keep it, and try again with the next message.",
      card: card)
  }
}

/// Says that a voice has no photo to send, and who has.
public struct SendAttachment: Intent {
  /// What the intent is for.
  public static let title = "Send an attachment"
  /// Nothing is done.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Kind", prompt: "What kind?") var kind: MessageAttachment.Kind
  @Parameter(title: "Recipient") var recipient: Recipient?

  /// An intent whose kind is still to be filled.
  public init() {}

  /// Refers to the application, which can show what there is to choose from.
  public func perform() async throws -> IntentResponse {
    let recipient = recipient.map { " to \($0.dialogName)" } ?? ""
    return .failureRequiringAppLaunch("I can only send words. You can send a \(kind.rawValue)\(recipient) in the application.")
  }
}

public import VocativeIntents
import VocativeMemory

/// Sends a message to a contact or a group.
public struct SendMessage: Intent {
  /// The title of the intent.
  public static let title = "Send a message"
  /// The same message is not sent again.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Recipient", prompt: "Who should I send it to?", disambiguationPrompt: "Who do you mean")
  var recipient: Recipient
  @Parameter(title: "Message", prompt: "What should I say?") var content: String
  @Dependency private var outbox: Outbox
  @Dependency private var vocabulary: Vocabulary

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the words may be misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Send \"\(content)\" to \(recipient.dialogName)?")
  }

  /// Stores the message and passes it to the transport.
  public func perform() async throws -> IntentResponse {
    let message = try await outbox.send(content, to: recipient)
    // The most recent recipient is the likeliest one next time.
    try await outbox.store.update(vocabulary)
    let rows = [ResponseCard.Row("To", recipient.displayName), .init("Message", content)]
    let card = ResponseCard(title: message.isDelivered ? "Sent" : "Waiting", rows: rows)
    return IntentResponse(
      code: message.isDelivered ? .success : .inProgress,
      dialog: message.isDelivered
        ? "Sent to \(recipient.dialogName)." : "I couldn't send it yet. I'll try again with the next message.",
      card: card)
  }
}

/// Explains that attachments can only be sent in the app.
public struct SendAttachment: Intent {
  /// The title of the intent.
  public static let title = "Send an attachment"
  /// The intent has no effect.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Kind", prompt: "What kind?") var kind: MessageAttachment.Kind
  @Parameter(title: "Recipient") var recipient: Recipient?

  /// Creates an intent with empty parameters.
  public init() {}

  /// Refers the person to the app, which can show the attachments to choose from.
  public func perform() async throws -> IntentResponse {
    let recipient = recipient.map { " to \($0.dialogName)" } ?? ""
    return .failureRequiringAppLaunch("I can only send text. You can send a \(kind.rawValue)\(recipient) in the app.")
  }
}

public import VocativeIntents
import VocativeMemory

/// Answers a received message.
public struct ReplyToMessage: Intent {
  /// The title of the intent.
  public static let title = "Reply to a message"
  /// The same answer is not sent again.
  public static let isEligibleForPrediction = false
  /// The sent message is for the following steps of a workflow.
  public static let resultValueType: (any ParameterValue.Type)? = SentMessage.self
  /// Without a name, it answers the message that was read aloud last.
  public static let resolvers = [
    ParameterResolver<ReplyToMessage>(\.$message) { intent, message in
      if let message { return .success(message) }
      guard let message = try await intent.outbox.store.latestRead(in: intent.recipient?.thread) else {
        return .unsupported(
          reason: intent.recipient.map { "There are no messages from \($0.dialogName)." }
            ?? "I haven't read a message to you yet.")
      }
      return .success(message)
    }
  ]
  @Parameter(title: "Recipient", disambiguationPrompt: "Who do you mean") var recipient: Recipient?
  @Parameter(title: "Message") var message: Message
  @Parameter(title: "Words", prompt: "What should I say?") var content: String
  @Dependency private var outbox: Outbox
  @Dependency private var vocabulary: Vocabulary

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the words may be misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Send \"\(content)\" to \(addressee.dialogName)?")
  }

  /// The recipient that was said, or the origin of the message.
  private var addressee: Recipient { recipient ?? message.answeredTo }

  /// Stores the answer and passes it to the transport.
  public func perform() async throws -> IntentResponse {
    // A message in a group is not answered by one to a member alone: the transport might send the answer to the group.
    let answered = addressee.id == message.answeredTo.id ? message.id : nil
    let sent = try await outbox.send(content, to: [addressee], answering: answered)
    try await outbox.store.update(vocabulary)
    if case .refused(let refusal) = sent.delivery { return refusal.response }
    return sent.message.response(isWaiting: sent.delivery == .waiting)
  }
}

extension Recipient {
  /// The messages from a contact, or those in a group.
  fileprivate var thread: MessageThread {
    switch self {
    case .contact(let contact): .from(contact.id)
    case .group(let group): .inGroup(group.id)
    }
  }
}

extension Message {
  /// The group or the contact that gets an answer.
  fileprivate var answeredTo: Recipient { group.map(Recipient.group) ?? .contact(sender) }
}

extension Message: Entity {
  /// Finds messages in the store.
  public static let defaultQuery = MessageQuery()
  /// The text of the message.
  public var displayName: String { body }

  /// Finds messages in the store.
  public struct MessageQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Returns no messages, because a message has no spoken name.
    public func allEntities() async throws -> [Message] { [] }

    /// Returns the messages with these identifiers.
    public func entities(for identifiers: [Message.ID]) async throws -> [Message] {
      try await store.messages(withIdentifiers: identifiers)
    }
  }
}

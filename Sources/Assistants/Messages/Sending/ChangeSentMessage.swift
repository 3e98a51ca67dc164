import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Unsends a recently sent message.
public struct UnsendMessage: Intent {
  /// The title of the intent.
  public static let title = "Unsend a message"
  /// An unsent message cannot be unsent again.
  public static let isEligibleForPrediction = false
  /// The period in which a message can be unsent, in seconds: two minutes, as in Messages on Apple's systems.
  public static let timeLimit = 120.0
  /// Without an identifier, the intent refers to the latest message, or to the latest one to the recipient.
  public static let resolvers = [
    ParameterResolver<UnsendMessage>(\.$message) { intent, message in
      guard let message = try await intent.outbox.meant(message, to: intent.recipient) else {
        return .unsupported(reason: "You haven't sent anything\(intent.recipient.map { " to \($0.dialogName)" } ?? "").")
      }
      return try await intent.outbox.isOver(timeLimit, for: message)
        ? .unsupported(reason: "It's too late to unsend that.") : .success(message)
    }
  ]
  @Parameter(title: "Recipient", disambiguationPrompt: "Who do you mean") var recipient: Recipient?
  @Parameter(title: "Message") var message: SentMessage
  @Dependency private var outbox: Outbox

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because unsending cannot be undone.
  public func confirm() async throws -> IntentResponse {
    .ready("Unsend \"\(message.body)\" to \(message.recipients.dialogNames)?")
  }

  /// Unsends the message in the store and through the transport, or does not send it if it waits.
  public func perform() async throws -> IntentResponse {
    switch try await outbox.unsend(message.id) {
    case nil: .failure("That message isn't there anymore.")
    case .beforeSending: .success("Okay, I won't send it.")
    case .queued: await outbox.deliver(message.id).failureOfChange ?? .success("Unsent.")
    }
  }
}

/// Edits a recently sent message.
public struct EditMessage: Intent {
  /// The title of the intent.
  public static let title = "Edit a message"
  /// The same edit is not needed again.
  public static let isEligibleForPrediction = false
  /// The period in which a message can be edited, in seconds: fifteen minutes, as in Messages on Apple's systems.
  public static let timeLimit = 900.0
  /// Without an identifier, the intent refers to the latest text message, or to the latest one to the recipient.
  public static let resolvers = [
    ParameterResolver<EditMessage>(\.$message) { intent, message in
      guard let message = try await intent.outbox.meant(message, to: intent.recipient, kind: .text) else {
        return .unsupported(reason: "You haven't sent a text message\(intent.recipient.map { " to \($0.dialogName)" } ?? "").")
      }
      guard message.kind == .text else { return .unsupported(reason: "Only text can be edited.") }
      return try await intent.outbox.isOver(timeLimit, for: message)
        ? .unsupported(reason: "It's too late to edit that.") : .success(message)
    }
  ]
  @Parameter(title: "Recipient", disambiguationPrompt: "Who do you mean") var recipient: Recipient?
  @Parameter(title: "Message") var message: SentMessage
  @Parameter(title: "Words", prompt: "What should it say?") var content: String
  @Dependency private var outbox: Outbox

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the words may be misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Change \"\(message.body)\" to \"\(content)\"?")
  }

  /// Edits the message in the store and through the transport.
  public func perform() async throws -> IntentResponse {
    guard let change = try await outbox.edit(message.id, body: content) else {
      return .failure("That message isn't there anymore.")
    }
    let delivery = await outbox.deliver(message.id)
    if change == .beforeSending, delivery == .waiting {
      return .inProgress("Changed. I couldn't send it yet. I'll try again later.")
    }
    return delivery.failureOfChange ?? .success("Changed.")
  }
}

extension Outbox {
  /// The requested message: the identified one, the latest to the recipient, or the latest of all.
  fileprivate func meant(
    _ message: SentMessage?, to recipient: Recipient?, kind: SentMessage.Kind? = nil
  ) async throws -> SentMessage? {
    if let message { return message }
    return try await store.sentMessages(to: recipient, kind: kind, limit: 1).first
  }

  /// Returns whether the time for a change of a message is over; one that waits can be changed at any time.
  fileprivate func isOver(_ limit: Double, for message: SentMessage) async throws -> Bool {
    guard clock.now().timeIntervalSince(message.date) > limit else { return false }
    return try await !store.isWaiting(message.id)
  }
}

extension SentMessage: Entity {
  /// Finds messages in the store.
  public static let defaultQuery = SentMessageQuery()
  /// The text of the message.
  public var displayName: String { body }

  /// Finds messages in the store.
  public struct SentMessageQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Returns all messages that are not unsent, newest first.
    public func allEntities() async throws -> [SentMessage] { try await store.sentMessages() }
  }
}

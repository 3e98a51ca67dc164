import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Takes a message back, shortly after it was sent.
public struct UnsendMessage: Intent {
  /// What the intent is for.
  public static let title = "Unsend a message"
  /// What was taken back is gone.
  public static let isEligibleForPrediction = false
  /// Seconds after which a message cannot be taken back any more: two minutes, as in Messages on Apple's systems.
  public static let timeLimit = 120.0
  /// Without an identifier the latest message is meant, to this recipient if one was named.
  public static let resolvers = [
    ParameterResolver<UnsendMessage>(\.$message) { intent, message in
      guard let message = try await intent.outbox.meant(message, to: intent.recipient) else {
        return .unsupported(reason: "You have sent nothing\(intent.recipient.map { " to \($0.dialogName)" } ?? "").")
      }
      return intent.outbox.age(of: message) > timeLimit
        ? .unsupported(reason: "It is too late to unsend that.") : .success(message)
    }
  ]
  @Parameter(title: "Recipient") var recipient: Recipient?
  @Parameter(title: "Message") var message: SentMessage
  @Dependency private var outbox: Outbox

  /// An intent whose message is still to be found.
  public init() {}

  /// Asks first: nothing brings it back.
  public func confirm() async throws -> IntentResponse {
    .ready("Unsend \"\(message.body)\" to \(message.recipient.dialogName)?")
  }

  /// Takes the message back here, and has the transport do so.
  public func perform() async throws -> IntentResponse {
    guard try await outbox.store.unsend([message.id], date: outbox.clock.now()) else { return .failure("It was unsent before.") }
    return await outbox.flush()
      ? .success("Unsent.") : .failure("I could not pass that on. I try again with the next message.")
  }
}

/// Gives a message other words, for a while after it was sent.
public struct EditMessage: Intent {
  /// What the intent is for.
  public static let title = "Edit a message"
  /// What was edited once is not edited again.
  public static let isEligibleForPrediction = false
  /// Seconds after which a message cannot be edited any more: fifteen minutes, as in Messages on Apple's systems.
  public static let timeLimit = 900.0
  /// Without an identifier the latest text is meant, to this recipient if one was named.
  public static let resolvers = [
    ParameterResolver<EditMessage>(\.$message) { intent, message in
      guard let message = try await intent.outbox.meant(message, to: intent.recipient, kind: .text) else {
        return .unsupported(reason: "You have sent no text\(intent.recipient.map { " to \($0.dialogName)" } ?? "").")
      }
      guard message.kind == .text else { return .unsupported(reason: "Only text can be edited.") }
      return intent.outbox.age(of: message) > timeLimit
        ? .unsupported(reason: "It is too late to edit that.") : .success(message)
    }
  ]
  @Parameter(title: "Recipient") var recipient: Recipient?
  @Parameter(title: "Message") var message: SentMessage
  @Parameter(title: "Words", prompt: "What should it say?") var content: String
  @Dependency private var outbox: Outbox

  /// An intent whose message and words are still to be found.
  public init() {}

  /// Asks first: the words may have been misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Change \"\(message.body)\" to \"\(content)\"?")
  }

  /// Changes the message here, and has the transport do so.
  public func perform() async throws -> IntentResponse {
    guard try await outbox.store.edit(message.id, body: content, date: outbox.clock.now()) else {
      return .failure("That message is not there any more.")
    }
    return await outbox.flush()
      ? .success("Changed.") : .failure("I could not pass that on. I try again with the next message.")
  }
}

extension Outbox {
  /// The message itself, else the latest to a recipient, or to anybody.
  fileprivate func meant(
    _ message: SentMessage?, to recipient: Recipient?, kind: SentMessage.Kind? = nil
  ) async throws -> SentMessage? {
    if let message { return message }
    return try await store.sentMessages().first { message in
      (recipient == nil || message.recipient == recipient) && (kind == nil || message.kind == kind)
    }
  }

  /// Seconds since a message was sent; a clock that was put back makes it none.
  fileprivate func age(of message: SentMessage) -> Double { max(clock.now().timeIntervalSince(message.date), 0) }
}

extension SentMessage: Entity {
  /// Finds messages in the store.
  public static let defaultQuery = SentMessageQuery()
  /// What it says.
  public var displayName: String { body }

  /// Finds messages in the store.
  public struct SentMessageQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Every message that was not taken back, the newest first.
    public func allEntities() async throws -> [SentMessage] { try await store.sentMessages() }
  }
}

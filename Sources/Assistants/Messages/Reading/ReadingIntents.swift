public import VocativeIntents
import VocativeUnderstanding

/// Reads the newest message.
public struct NewestMessage: Intent {
  /// The title of the intent.
  public static let title = "Newest message"
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the sender of the newest message and reads it.
  public func perform() async throws -> IntentResponse {
    guard let message = try await store.readNewest() else { return .success("You don't have any messages yet.") }
    let spoken = message.spoken(clock: clock, naming: [.sender, .group])
    return .success("Your newest message is from \(spoken)", card: message.card(clock: clock))
  }
}

/// Reads the new messages.
public struct NewMessages: Intent {
  /// The title of the intent.
  public static let title = "New messages"
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Reads the new messages with their senders and groups, or the last message if nothing is new.
  public func perform() async throws -> IntentResponse {
    let reading = try await store.read()
    return reading.response(about: nil, title: Self.title, naming: [.sender, .group], clock: clock)
  }
}

/// Reads the messages from a contact.
public struct MessagesFromContact: Intent {
  /// The title of the intent.
  public static let title = "Messages from a contact"
  @Parameter(title: "Contact", prompt: "Who is it from?", disambiguationPrompt: "Who do you mean") var contact: Contact
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Reads the new messages from the contact, or the last one if nothing is new.
  public func perform() async throws -> IntentResponse {
    let reading = try await store.read(.from(contact.id))
    return reading.response(
      about: "from \(contact.dialogName)", title: contact.name, naming: [.group], clock: clock)
  }
}

/// Reads the messages in a group.
public struct MessagesInGroup: Intent {
  /// The title of the intent.
  public static let title = "Messages in a group"
  @Parameter(title: "Group", prompt: "Which group?") var group: ContactGroup
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Reads the new messages in the group, or the last one if nothing is new.
  public func perform() async throws -> IntentResponse {
    let reading = try await store.read(.inGroup(group.id))
    return reading.response(about: group.inDialog, title: group.name, naming: [.sender], clock: clock)
  }
}

/// Counts the unread messages.
public struct CountUnread: Intent {
  /// The title of the intent.
  public static let title = "Unread messages"
  @Dependency private var store: MessagesStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the number of unread messages and their senders.
  ///
  /// The messages stay unread.
  public func perform() async throws -> IntentResponse {
    let senders = try await store.unreadSenders()
    guard !senders.isEmpty else { return .success("You don't have any unread messages.") }
    let card = ResponseCard(title: "Unread messages", rows: senders.map { .init($0.contact.name, String($0.count)) })
    let names = SpokenList.of(senders.map(\.contact.dialogName), limit: 4)
    let count = SpokenNumber.count(senders.map(\.count).reduce(0, +), "unread message")
    return .success("You have \(count), from \(names).", card: card)
  }
}

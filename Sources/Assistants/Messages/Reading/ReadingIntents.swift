public import VocativeIntents
import VocativeUnderstanding

/// What the newest message says.
public struct NewestMessage: Intent {
  /// What the intent is for.
  public static let title = "Newest message"
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// An intent without parameters.
  public init() {}

  /// Says whom the newest message is from, and reads it.
  public func perform() async throws -> IntentResponse {
    guard let message = try await store.readNewest() else { return .success("You have no messages.") }
    let spoken = message.spoken(clock: clock, naming: [.sender, .group])
    return .success("Your newest message is from \(spoken)", card: message.card(clock: clock))
  }
}

/// What a contact wrote.
public struct MessagesFromContact: Intent {
  /// What the intent is for.
  public static let title = "Messages from a contact"
  @Parameter(title: "Contact", prompt: "From whom?") var contact: Contact
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// An intent whose contact is still to be filled.
  public init() {}

  /// Reads what is new from the contact, else what was last.
  public func perform() async throws -> IntentResponse {
    let reading = try await store.read(.from(contact.id), most: Reading.mostAtOnce)
    return reading.response(
      about: "from \(contact.dialogName)", title: contact.name, naming: [.group], clock: clock)
  }
}

/// What was written in a group.
public struct MessagesInGroup: Intent {
  /// What the intent is for.
  public static let title = "Messages in a group"
  @Parameter(title: "Group", prompt: "In which group?") var group: ContactGroup
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// An intent whose group is still to be filled.
  public init() {}

  /// Reads what is new in the group, else what was last.
  public func perform() async throws -> IntentResponse {
    let reading = try await store.read(.inGroup(group.id), most: Reading.mostAtOnce)
    return reading.response(about: group.inDialog, title: group.name, naming: [.sender], clock: clock)
  }
}

/// How many messages are unread.
public struct CountUnread: Intent {
  /// What the intent is for.
  public static let title = "Unread messages"
  @Dependency private var store: MessagesStore

  /// An intent without parameters.
  public init() {}

  /// Says how many messages are unread and whom they are from; they stay unread.
  public func perform() async throws -> IntentResponse {
    let senders = try await store.unreadSenders()
    guard !senders.isEmpty else { return .success("You have no unread messages.") }
    let card = ResponseCard(title: "Unread messages", rows: senders.map { .init($0.contact.name, String($0.count)) })
    let names = SpokenList.of(senders.map(\.contact.dialogName), most: 4)
    let count = SpokenNumber.count(senders.map(\.count).reduce(0, +), "unread message")
    return .success("You have \(count), from \(names).", card: card)
  }
}

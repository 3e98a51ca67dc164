public import VocativeIntents
import VocativeUnderstanding

/// Finds messages of some days, from a contact or in a group, with some words or unread; with words, also sent ones.
public struct SearchForMessages: Intent {
  /// The title of the intent.
  public static let title = "Search for messages"
  /// Without anything to look for, all messages would be found, so it asks for the day.
  public static let resolvers = [
    ParameterResolver<SearchForMessages>(optional: \.$day) { intent, day in
      if let day { return .success(day) }
      return intent.isLimited ? .notRequired : .needsValue()
    }
  ]
  @Parameter(title: "Contact", disambiguationPrompt: "Who do you mean") var contact: Contact?
  @Parameter(title: "Group") var group: ContactGroup?
  @Parameter(title: "Words") var words: String?
  @Parameter(title: "State") var state: MessageState?
  @Parameter(title: "First day") var since: PastDay?
  @Parameter(title: "Last day") var until: PastDay?
  @Parameter(title: "Day", prompt: "From which day?") var day: PastDay?
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  private var isLimited: Bool { contact != nil || group != nil || words != nil || state != nil || since != nil || until != nil }

  /// Reads the messages, oldest first.
  public func perform() async throws -> IntentResponse {
    var search = MessageSearch()
    search.thread = contact.map { .from($0.id) } ?? group.map { .inGroup($0.id) }
    search.words = words
    search.isUnread = state != nil
    let days = DayRange(day: day, since: since, until: until)
    (search.since, search.until) = (days.since, days.until)
    var found = try await store.messages(search, calendar: clock.calendar).map(FoundMessage.received)
    if words != nil, search.thread == nil, state == nil {
      found += try await store.sentMessages(search, calendar: clock.calendar).map(FoundMessage.sent)
    }
    let whose = (contact.map { " from \($0.dialogName)" } ?? "") + (group.map { " \($0.inDialog)" } ?? "")
    let when = days.spoken(clock: clock, hasSender: contact != nil)
    let about = whose + (words.map { " about \($0)" } ?? "") + when
    return try await FoundMessages(messages: found, what: state == nil ? "message" : "unread message", about: about).response(
      naming: contact == nil ? [.sender, .group] : [.group], clock: clock, store: store)
  }
}

/// Finds messages that the owner sent.
public struct SearchSentMessages: Intent {
  /// The title of the intent.
  public static let title = "Search for sent messages"
  @Parameter(title: "Recipient", disambiguationPrompt: "Who do you mean") var recipient: Recipient?
  @Parameter(title: "Words") var words: String?
  @Parameter(title: "First day") var since: PastDay?
  @Parameter(title: "Last day") var until: PastDay?
  @Parameter(title: "Day") var day: PastDay?
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Reads the messages, oldest first.
  public func perform() async throws -> IntentResponse {
    var search = MessageSearch()
    (search.recipient, search.words) = (recipient?.id, words)
    let days = DayRange(day: day, since: since, until: until)
    (search.since, search.until) = (days.since, days.until)
    let found = try await store.sentMessages(search, calendar: clock.calendar)
    let about =
      (recipient.map { " to \($0.dialogName)" } ?? "") + (words.map { " about \($0)" } ?? "") + days.spoken(clock: clock)
    return try await FoundMessages(messages: found.map(FoundMessage.sent), what: "sent message", about: about).response(
      naming: recipient == nil ? [.sender] : [], clock: clock, store: store)
  }
}

/// Finds the messages with attachments of a kind.
public struct SearchForAttachments: Intent {
  /// The title of the intent.
  public static let title = "Search for attachments"
  @Parameter(title: "Kind", prompt: "Photos, videos, voice messages, files or links?") var kind: MessageAttachment.Kind
  @Parameter(title: "Contact", disambiguationPrompt: "Who do you mean") var contact: Contact?
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Reads the messages with attachments of this kind, oldest first.
  public func perform() async throws -> IntentResponse {
    let found = try await store.messages(with: kind, from: contact?.id)
    let about = " with \(kind.plural)" + (contact.map { " from \($0.dialogName)" } ?? "")
    return try await FoundMessages(messages: found.map(FoundMessage.received), what: "message", about: about).response(
      naming: contact == nil ? [.sender, .group] : [.group], clock: clock, store: store)
  }
}

extension MessageAttachment.Kind: ParameterEnum {
  /// The names of the kind, in the plural and in the singular.
  public var spokenNames: [String] {
    switch self {
    case .photo: ["photos", "a photo", "pictures", "a picture"]
    case .video: ["videos", "a video"]
    case .voiceMessage: ["voice messages", "a voice message"]
    case .file: ["files", "a file"]
    case .link: ["links", "a link"]
    }
  }

  fileprivate var plural: String { rawValue + "s" }
}

/// A state that a search can ask for.
public enum MessageState: String, ParameterEnum, CaseIterable, Sendable {
  /// The message was not read yet.
  case unread

  /// The names of the state.
  public var spokenNames: [String] { ["unread", "new"] }
}

public import VocativeIntents
import VocativeUnderstanding

/// Finds the messages of a day, optionally from one contact or in one group.
public struct SearchForMessages: Intent {
  /// The title of the intent.
  public static let title = "Search for messages"
  /// Messages are in the past, so a weekday means the most recent one, and so does a date without a year.
  public static let resolvers = [
    ParameterResolver<SearchForMessages>(\.$day) { intent, day in
      guard let day else { return .needsValue() }
      guard let past = intent.clock.latest(day) else { return .unsupported(reason: "That day doesn't exist.") }
      return .success(past)
    }
  ]
  @Parameter(title: "Contact") var contact: Contact?
  @Parameter(title: "Group") var group: ContactGroup?
  @Parameter(title: "Day", prompt: "From which day?") var day: CalendarDay
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Reads the messages of the day, oldest first.
  public func perform() async throws -> IntentResponse {
    let found = try await store.messages(on: day, from: contact?.id, in: group?.id, calendar: clock.calendar)
    let whose = (contact.map { " from \($0.dialogName)" } ?? "") + (group.map { " \($0.inDialog)" } ?? "")
    return FoundMessages(messages: found, what: "message", about: "\(whose) from \(clock.spoken(day))").response(
      naming: contact == nil ? [.sender, .group] : [.group], clock: clock)
  }
}

/// Finds the messages with attachments of a kind.
public struct SearchForAttachments: Intent {
  /// The title of the intent.
  public static let title = "Search for attachments"
  @Parameter(title: "Kind", prompt: "Photos, videos, voice messages, files or links?") var kind: MessageAttachment.Kind
  @Parameter(title: "Contact") var contact: Contact?
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Reads the messages with attachments of this kind, oldest first.
  public func perform() async throws -> IntentResponse {
    let found = try await store.messages(with: kind, from: contact?.id)
    let about = " with \(kind.plural)" + (contact.map { " from \($0.dialogName)" } ?? "")
    return FoundMessages(messages: found, what: "message", about: about).response(
      naming: contact == nil ? [.sender, .group] : [.group], clock: clock)
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

/// The result of a search.
struct FoundMessages {
  /// The messages, oldest first.
  let messages: [Message]
  let what: String
  /// A description of the search with a leading space: ` from Hannah`.
  let about: String

  /// Reads aloud the newest messages, up to the maximum number.
  func response(naming: Set<Message.Naming>, clock: WallClock) -> IntentResponse {
    guard !messages.isEmpty else { return .success("There are no \(what)s\(about).") }
    let read = messages.suffix(Reading.maxAtOnce)
    var sentences = ["There \(messages.count == 1 ? "is" : "are") \(SpokenNumber.count(messages.count, what))\(about)."]
    if read.count < messages.count {
      sentences.append("The last \(SpokenNumber.words(read.count).joined(separator: " ")) are:")
    }
    sentences += read.map { message in
      let spoken = message.spoken(clock: clock, naming: naming)
      return spoken.prefix(1).uppercased() + spoken.dropFirst()
    }
    let card =
      messages.count == 1
      ? messages.last?.card(clock: clock)
      : ResponseCard(
        title: "Messages\(about)",
        rows: read.map { $0.row(clock: clock, naming: [.sender]) })
    return .success(sentences.joined(separator: " "), card: card)
  }
}

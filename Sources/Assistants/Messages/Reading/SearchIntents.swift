public import VocativeIntents
import VocativeUnderstanding

/// What was written on a day, by anybody, one contact or in one group.
public struct SearchForMessages: Intent {
  /// What the intent is for.
  public static let title = "Search for messages"
  /// Messages lie behind: a weekday that comes again is the last one, and a date the last there was.
  public static let resolvers = [
    ParameterResolver<SearchForMessages>(\.$day) { intent, day in
      guard let day else { return .needsValue() }
      guard let past = intent.clock.latest(day) else { return .unsupported(reason: "There is no such day.") }
      return .success(past)
    }
  ]
  @Parameter(title: "Contact") var contact: Contact?
  @Parameter(title: "Group") var group: ContactGroup?
  @Parameter(title: "Day", prompt: "From which day?") var day: CalendarDay
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// An intent whose day is still to be filled.
  public init() {}

  /// Reads the messages of the day, the oldest first.
  public func perform() async throws -> IntentResponse {
    let found = try await store.messages(on: day, from: contact?.id, in: group?.id, calendar: clock.calendar)
    let whose = (contact.map { " from \($0.dialogName)" } ?? "") + (group.map { " \($0.inDialog)" } ?? "")
    return FoundMessages(messages: found, what: "message", about: "\(whose) from \(clock.spoken(day))").response(
      naming: contact == nil ? [.sender, .group] : [.group], clock: clock)
  }
}

/// Which messages something came with.
public struct SearchForAttachments: Intent {
  /// What the intent is for.
  public static let title = "Search for attachments"
  @Parameter(title: "Kind", prompt: "Photos, videos, voice messages, files or links?") var kind: MessageAttachment.Kind
  @Parameter(title: "Contact") var contact: Contact?
  @Dependency private var store: MessagesStore
  @Dependency private var clock: WallClock

  /// An intent whose kind is still to be filled.
  public init() {}

  /// Reads the messages that have such attachments, the oldest first.
  public func perform() async throws -> IntentResponse {
    let found = try await store.messages(with: kind, from: contact?.id)
    let about = " with \(kind.plural)" + (contact.map { " from \($0.dialogName)" } ?? "")
    return FoundMessages(messages: found, what: "message", about: about).response(
      naming: contact == nil ? [.sender, .group] : [.group], clock: clock)
  }
}

extension MessageAttachment.Kind: ParameterEnum {
  /// The kind in the plural, and in the singular.
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

/// Messages that were looked for.
struct FoundMessages {
  /// The messages, the oldest first.
  let messages: [Message]
  let what: String
  /// What was looked for, with a space before it: ` from Hannah`.
  let about: String

  /// Reads out as many as people listen to, the newest of them.
  func response(naming: Set<Message.Naming>, clock: WallClock) -> IntentResponse {
    guard !messages.isEmpty else { return .success("There are no \(what)s\(about).") }
    let read = messages.suffix(Reading.mostAtOnce)
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

public import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

/// Sends a message to contacts and groups.
public struct SendMessage: Intent {
  /// The title of the intent.
  public static let title = "Send a message"
  /// The same message is not sent again; the recipients are donated without it.
  public static let isEligibleForPrediction = false
  /// The sent message is for the following steps of a workflow.
  public static let resultValueType: (any ParameterValue.Type)? = SentMessage.self
  @Parameter(title: "Recipient", prompt: "Who should I send it to?", disambiguationPrompt: "Who do you mean")
  var recipient: [Recipient]
  @Parameter(title: "Message", prompt: "What should I say?") var content: String
  @Dependency private var outbox: Outbox
  @Dependency private var vocabulary: Vocabulary
  @Dependency private var donations: InteractionDonations
  /// The maximum number of words of a name after "and".
  private static let maxNameWords = 4

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the words may be misheard, unless the text begins with another recipient.
  public func confirm() async throws -> IntentResponse {
    let question = "Send \"\(content)\" to \(recipient.dialogNames)?"
    guard let words = wordsAfterAnd, let name = words.first else { return .ready(question) }
    for count in 1...min(words.count, Self.maxNameWords) {
      guard try await Recipient.spokenValues(matching: words.prefix(count).joined(separator: " ")).isEmpty else {
        return .failure("I can only send it to three at once like that.")
      }
    }
    return .ready("I don't know a contact called \(name). \(question)")
  }

  /// The words after "and" that may name another recipient, as in "tell mom and dad i am late", and that the text has kept; nil if there
  /// are none.
  private var wordsAfterAnd: ArraySlice<String>? {
    let words = SpokenText.words(of: content)
    guard words.first == "and" else { return nil }
    // The answer to a question and a text behind "saying" may begin with "and".
    let sentence = SpokenText.words(of: IntentContext.current?.sentence ?? "")
    let isAfterRecipient = !["saying", "that"].contains(sentence.dropLast(words.count).last)
    guard isAfterRecipient, sentence.suffix(words.count).elementsEqual(words) else { return nil }
    return words.dropFirst().drop { ["my", "the"].contains($0) }
  }

  /// Stores the message and passes it to the transport.
  public func perform() async throws -> IntentResponse {
    let sent = try await outbox.send(content, to: recipient.uniqued())
    // The most recent recipient is the likeliest one next time.
    try await outbox.store.update(vocabulary)
    if case .refused(let refusal) = sent.delivery { return refusal.response }
    try await donations.donate(shortcut, group: Self.donationGroup(of: recipient), date: sent.message.date)
    return sent.message.response(isWaiting: sent.delivery == .waiting)
  }

  /// A message to the same recipients.
  private var shortcut: Shortcut {
    let intent = SendMessage()
    intent.recipient = recipient
    return Shortcut(intent)
  }

  private static func donationGroup(of recipients: [Recipient]) -> String? {
    recipients.count == 1 ? recipients.first?.id : nil
  }
}

extension SentMessage {
  /// The response to a message that was sent or that waits, with the message as a value.
  func response(isWaiting: Bool) -> IntentResponse {
    let names = recipients.map(\.displayName).joined(separator: ", ")
    let card = ResponseCard(title: isWaiting ? "Waiting" : "Sent", rows: [.init("To", names), .init("Message", body)])
    return IntentResponse(
      code: isWaiting ? .inProgress : .success,
      dialog: isWaiting ? "I couldn't send it yet. I'll try again later." : "Sent to \(recipients.dialogNames).",
      card: card
    ).returning(self)
  }
}

extension [Recipient] {
  /// The recipients, each once; one may be said by two names.
  func uniqued() -> [Recipient] {
    reduce(into: []) { all, one in if !all.contains(where: { $0.id == one.id }) { all.append(one) } }
  }
}

/// Explains that attachments can only be sent in the app.
public struct SendAttachment: Intent {
  /// The title of the intent.
  public static let title = "Send an attachment"
  /// The intent has no effect.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Kind", prompt: "What kind?") var kind: MessageAttachment.Kind
  @Parameter(title: "Recipient", disambiguationPrompt: "Who do you mean") var recipient: Recipient?

  /// Creates an intent with empty parameters.
  public init() {}

  /// Refers the person to the app, which can show the attachments to choose from.
  public func perform() async throws -> IntentResponse {
    let recipient = recipient.map { " to \($0.dialogName)" } ?? ""
    return .failureRequiringAppLaunch("I can only send text. You can send a \(kind.rawValue)\(recipient) in the app.")
  }
}

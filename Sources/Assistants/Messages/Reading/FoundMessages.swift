import Foundation
import VocativeIntents
import VocativeUnderstanding

/// A message that a search found.
enum FoundMessage {
  case received(Message)
  case sent(SentMessage)

  var date: Date {
    switch self {
    case .received(let message): message.date
    case .sent(let message): message.date
    }
  }

  var body: String {
    switch self {
    case .received(let message): message.body
    case .sent(let message): message.body
    }
  }

  /// The message if it was received; nil if it was sent.
  var receivedMessage: Message? {
    switch self {
    case .received(let message): message
    case .sent: nil
    }
  }

  func spoken(clock: WallClock, naming: Set<Message.Naming>) -> String {
    switch self {
    case .received(let message): message.spoken(clock: clock, naming: naming)
    case .sent(let message):
      (naming.contains(.sender) ? "you to \(message.recipients.dialogNames), " : "") + clock.spoken(message.date) + ": "
        + Reading.shortened(QuotedText.spoken(message.body))
    }
  }

  func card(clock: WallClock) -> ResponseCard {
    switch self {
    case .received(let message): message.card(clock: clock)
    case .sent(let message):
      ResponseCard(
        title: "To \(message.recipients.map(\.displayName).joined(separator: ", "))",
        rows: [.init("Sent", clock.written(message.date)), .init("Message", .message(message.shown(isNamed: false)))])
    }
  }

  func row(clock: WallClock) -> ResponseCard.Row {
    switch self {
    case .received(let message): message.row(clock: clock, naming: [.sender])
    case .sent(let message): ResponseCard.Row(clock.written(message.date), .message(message.shown(isNamed: true)))
    }
  }
}

extension SentMessage {
  fileprivate func shown(isNamed: Bool) -> ResponseMessage {
    ResponseMessage(
      sender: isNamed ? "To \(recipients.map(\.displayName).joined(separator: ", "))" : nil, text: QuotedText.spoken(body))
  }
}

/// The result of a search.
struct FoundMessages {
  /// The messages, oldest first.
  let messages: [FoundMessage]
  let what: String
  /// A description of the search with a leading space: ` from Hannah`.
  let about: String

  init(messages: [FoundMessage], what: String, about: String) {
    // A stable order, so that messages of one second stay in the order in which they came.
    self.messages = messages.enumerated()
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    (self.what, self.about) = (what, about)
  }

  /// Reads aloud the newest messages, up to the maximum number, and notes that in the store, so that "reply" means the last one.
  func response(naming: Set<Message.Naming>, clock: WallClock, store: MessagesStore) async throws -> IntentResponse {
    guard !messages.isEmpty else { return .success("There are no \(what)s\(about).") }
    let read = messages.suffix(Reading.count(of: messages.reversed().map(\.body)))
    try await store.noteReading(of: read.compactMap(\.receivedMessage))
    var sentences = ["\(messages.count == 1 ? "There's" : "There are") \(SpokenNumber.count(messages.count, what))\(about)."]
    if read.count < messages.count {
      let last = read.count == 1 ? "one is" : "\(SpokenNumber.words(read.count).joined(separator: " ")) are"
      sentences.append("The last \(last):")
    }
    sentences += read.map { message in
      let spoken = message.spoken(clock: clock, naming: naming)
      return spoken.prefix(1).uppercased() + spoken.dropFirst()
    }
    let card =
      messages.count == 1
      ? messages.last?.card(clock: clock)
      : ResponseCard(
        title: "\(what.prefix(1).uppercased() + what.dropFirst())s\(about)", rows: read.map { $0.row(clock: clock) })
    return .success(sentences.joined(separator: " "), card: card)
  }
}

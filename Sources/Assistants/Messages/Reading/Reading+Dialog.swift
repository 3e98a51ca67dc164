import VocativeIntents
import VocativeUnderstanding

extension Reading {
  /// The maximum number of messages to read aloud at once; asking again reads the next ones.
  static let maxAtOnce = 5
  /// The maximum number of characters to read aloud at once, which take most of a minute.
  ///
  /// Longer speech cannot be followed, and no part of it can be repeated.
  private static let maxCharacters = 600
  /// The characters that the sender, the time and the group of a message take.
  private static let charactersOfFacts = 50

  /// Returns how many messages are read aloud at once: at least one.
  ///
  /// - Parameter bodies: The texts of the messages, those that are read first.
  static func count(of bodies: some Sequence<String>) -> Int {
    var (count, characters) = (0, 0)
    for body in bodies.prefix(maxAtOnce) {
      characters += charactersOfFacts + body.count
      guard count == 0 || characters <= maxCharacters else { break }
      count += 1
    }
    return count
  }

  /// Returns the beginning of a text that is too long to be read aloud.
  static func shortened(_ text: String) -> String {
    guard text.count > maxCharacters else { return text }
    let beginning = text.prefix(maxCharacters)
    let words = beginning.lastIndex(of: " ").map { beginning[..<$0] } ?? beginning
    return "\(words) … The rest is on the card."
  }

  /// Returns a response that reads the messages aloud.
  ///
  /// - Parameter subject: The origin of the messages: `from Hannah`, `in the family group`; nil for all messages.
  func response(about subject: String?, title: String, naming: Set<Message.Naming>, clock: WallClock) -> IntentResponse {
    let about = subject.map { " \($0)" } ?? ""
    guard let last = messages.last else {
      return .success(subject == nil ? "You don't have any messages yet." : "There are no messages\(about).")
    }
    let card =
      messages.count == 1
      ? last.card(clock: clock)
      : ResponseCard(title: title, rows: messages.map { $0.row(clock: clock, naming: naming) })
    let spoken = messages.map { $0.spoken(clock: clock, naming: naming) }
    guard areNew else {
      let from = naming.contains(.sender) ? "from " : ""
      return .success("There's nothing new\(about). The last message was \(from)\(spoken.joined())", card: card)
    }
    let count = messages.count + unreadLeft
    var sentences = ["You have \(SpokenNumber.count(count, "new message"))\(about)."]
    sentences += spoken.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    if unreadLeft > 0 { sentences.append("Ask again for the other \(SpokenNumber.words(unreadLeft).joined(separator: " ")).") }
    return .success(sentences.joined(separator: " "), card: card)
  }
}

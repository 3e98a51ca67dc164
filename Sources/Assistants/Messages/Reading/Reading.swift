/// Messages that were fetched to be read aloud.
public struct Reading: Equatable, Sendable {
  /// The messages, oldest first.
  public let messages: [Message]
  /// Whether the messages were unread.
  public let areNew: Bool
  /// The number of further unread messages.
  public let unreadLeft: Int
}

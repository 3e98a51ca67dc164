/// Messages that were fetched to be read out.
public struct Reading: Equatable, Sendable {
  /// The messages, the oldest first.
  public let messages: [Message]
  /// Whether they were unread.
  public let areNew: Bool
  /// How many unread ones there are beyond them.
  public let unreadLeft: Int
}

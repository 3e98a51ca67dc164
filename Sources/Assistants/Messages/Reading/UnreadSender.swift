/// A sender of unread messages.
public struct UnreadSender: Equatable, Sendable {
  /// The sender.
  public let contact: Contact
  /// The number of unread messages.
  public let count: Int
}

/// Somebody whose messages nobody has read yet.
public struct UnreadSender: Equatable, Sendable {
  /// Who has sent them.
  public let contact: Contact
  /// How many there are.
  public let count: Int
}

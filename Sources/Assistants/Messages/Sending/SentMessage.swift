public import Foundation

/// A message of the owner's own.
public struct SentMessage: Equatable, Sendable, Identifiable {
  /// The kinds of messages.
  public enum Kind: String, Sendable {
    /// Words, which can be edited.
    case text
    /// A page on the web, which cannot.
    case link
    /// A picture, a film or a file, which cannot.
    case attachment
  }

  /// What identifies the message for good, here and for the transport.
  public let id: String
  /// Whom it went to.
  public let recipient: Recipient
  /// What kind of message it is.
  public let kind: Kind
  /// What it says.
  public let body: String
  /// When it was sent.
  public let date: Date
}

public import Foundation

/// A message that the owner sent.
public struct SentMessage: Equatable, Sendable, Identifiable {
  /// The kinds of messages.
  public enum Kind: String, Sendable {
    /// Text, which can be edited.
    case text
    /// A link to a web page, which cannot be edited.
    case link
    /// A picture, a video or another file, which cannot be edited.
    case attachment
  }

  /// The permanent identifier, which the transport uses too.
  public let id: String
  /// The recipients, in the order in which they were said.
  public let recipients: [Recipient]
  /// The kind of message.
  public let kind: Kind
  /// The text.
  public let body: String
  /// The time at which the message was sent.
  public let date: Date
}

/// The effect of a change of a sent message.
public enum SentMessageChange: Equatable, Sendable {
  /// The transport does not have the message yet, and gets it as it is now, or never.
  case beforeSending
  /// The transport gets an event about the change.
  case queued
}

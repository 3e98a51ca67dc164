public import Foundation
import VocativeIntents

/// A received message.
public struct Message: Equatable, Sendable, Identifiable {
  /// The permanent identifier.
  public let id: Int64
  /// The author.
  public let sender: Contact
  /// The group that received the message; nil if only the owner received it.
  public let group: ContactGroup?
  /// The text; may be empty if there are attachments.
  public let body: String
  /// The time at which the message was sent.
  public let date: Date
  /// Whether the message has been read.
  public let isRead: Bool
  /// The attachments.
  public let attachments: [MessageAttachment]
}

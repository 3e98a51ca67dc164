public import Foundation
import VocativeIntents

/// A received message.
public struct Message: Equatable, Sendable, Identifiable {
  /// The permanent identifier.
  public let id: Int64
  /// The identifier of the program that delivered it; nil if it gave none.
  public let identifier: String?
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

/// A message as it arrives.
public struct ReceivedMessage: Equatable, Sendable {
  /// The identifier of the program that delivered it, which has each message once; nil if it gave none.
  public let identifier: String?
  /// The text; may be empty if there are attachments.
  public let body: String
  /// The attachments.
  public let attachments: [MessageAttachment]
  /// The time at which it was sent.
  public let date: Date

  /// Creates a message.
  public init(identifier: String? = nil, body: String, attachments: [MessageAttachment] = [], date: Date) {
    self.identifier = identifier
    self.body = body
    self.attachments = attachments
    self.date = date
  }
}

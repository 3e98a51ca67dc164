public import Foundation
import VocativeIntents

/// A message that was received.
public struct Message: Equatable, Sendable, Identifiable {
  /// What identifies the message for good.
  public let id: Int64
  /// Who wrote it.
  public let sender: Contact
  /// The group it was written to; nil when to the owner alone.
  public let group: ContactGroup?
  /// What it says; may be empty when something came with it.
  public let body: String
  /// When it was sent.
  public let date: Date
  /// Whether it was read before.
  public let isRead: Bool
  /// What came with it.
  public let attachments: [MessageAttachment]
}

import VocativeIntents

/// A set of related messages.
public enum MessageThread: Equatable, Sendable {
  /// All messages from a contact, including those in groups.
  case from(Contact.ID)
  /// All messages in a group.
  case inGroup(ContactGroup.ID)

  var identifier: String {
    switch self {
    case .from(let identifier), .inGroup(let identifier): identifier
    }
  }

  var condition: String {
    switch self {
    case .from: "contact.identifier = ?"
    case .inGroup: "contactGroup.identifier = ?"
    }
  }
}

import VocativeIntents

/// Messages that belong together.
public enum MessageThread: Equatable, Sendable {
  /// All from one contact, in groups too.
  case from(Contact.ID)
  /// All in one group.
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

/// The folders that Messages follows.
public struct MessagesFolders: Equatable, Sendable {
  /// The folder with the cards of contacts that programs add.
  public let ownContacts: String
  /// The folders with the vCard files of other programs, those with precedence first.
  public let contacts: [String]
  /// The folder into which other programs put received messages.
  public let inbox: String

  /// Creates folders, which need not exist.
  public init(ownContacts: String, contacts: [String], inbox: String) {
    (self.ownContacts, self.contacts, self.inbox) = (ownContacts, contacts, inbox)
  }
}

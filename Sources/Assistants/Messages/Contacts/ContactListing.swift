/// A contact or a group, for programs.
public struct ContactListing: Codable, Equatable, Sendable {
  /// The permanent identifier.
  public let id: String
  /// `contact` or `group`.
  public let kind: String
  /// The name.
  public let name: String
  /// The nicknames.
  public let nicknames: [String]
  /// The relationships to the owner.
  public let relationships: [String]
  /// The telephone numbers.
  public let telephone: [String]
  /// The email addresses.
  public let email: [String]
  /// The identifiers of the members of a group; nil for a contact.
  public let members: [String]?
  /// The file of its card; nil without a card.
  public let file: String?
}

/// A contact to add, for programs.
public struct NewContact: Codable, Equatable, Sendable {
  /// The full name.
  public let name: String
  /// The nicknames.
  public var nicknames: [String] = []
  /// The relationships to the owner, such as `sister`.
  public var relationships: [String] = []
  /// The telephone numbers.
  public var telephone: [String] = []
  /// The email addresses.
  public var email: [String] = []
  /// The pronunciation of the first name, in phones or in letters that sound alike; nil for the usual one.
  public var pronunciation: String?

  /// Creates a contact.
  public init(name: String) { self.name = name }

  /// Decodes a contact, of which only the name is required.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .name)
    nicknames = try fields.decodeIfPresent([String].self, forKey: .nicknames) ?? []
    relationships = try fields.decodeIfPresent([String].self, forKey: .relationships) ?? []
    telephone = try fields.decodeIfPresent([String].self, forKey: .telephone) ?? []
    email = try fields.decodeIfPresent([String].self, forKey: .email) ?? []
    pronunciation = try fields.decodeIfPresent(String.self, forKey: .pronunciation)
  }
}

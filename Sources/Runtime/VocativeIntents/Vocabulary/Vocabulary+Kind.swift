extension Vocabulary {
  /// A kind of name: one of INVocabularyStringType, or a custom one.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The identifier of the kind.
    public let rawValue: String

    /// Creates a kind from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a kind from its identifier.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// A person in the address book.
    public static let contactName: Kind = "contactName"
    /// A group of contacts.
    public static let contactGroupName: Kind = "contactGroupName"
    /// A photo tag.
    public static let photoTag: Kind = "photoTag"
    /// A photo album.
    public static let photoAlbumName: Kind = "photoAlbumName"
    /// A kind of workout.
    public static let workoutActivityName: Kind = "workoutActivityName"
    /// A car.
    public static let carName: Kind = "carName"
    /// A driver's settings in a car.
    public static let carProfileName: Kind = "carProfileName"
    /// An organization that receives payments.
    public static let paymentsOrganizationName: Kind = "paymentsOrganizationName"
    /// A nickname of an account.
    public static let paymentsAccountNickname: Kind = "paymentsAccountNickname"
    /// A note, a list or a task.
    public static let notebookItemTitle: Kind = "notebookItemTitle"
    /// A folder of notes.
    public static let notebookItemGroupName: Kind = "notebookItemGroupName"
    /// A playlist.
    public static let mediaPlaylistTitle: Kind = "mediaPlaylistTitle"
    /// A musician or a band.
    public static let mediaMusicArtistName: Kind = "mediaMusicArtistName"
    /// An audiobook.
    public static let mediaAudiobookTitle: Kind = "mediaAudiobookTitle"
    /// An author of audiobooks.
    public static let mediaAudiobookAuthorName: Kind = "mediaAudiobookAuthorName"
    /// A show.
    public static let mediaShowTitle: Kind = "mediaShowTitle"
  }
}

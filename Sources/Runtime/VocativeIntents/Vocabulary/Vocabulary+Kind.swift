extension Vocabulary {
  /// What a name is the name of: INVocabularyStringType's kinds, and any other by its own name.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The kind's name.
    public let rawValue: String

    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A kind by its name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Somebody in the address book.
    public static let contactName: Kind = "contactName"
    /// Several contacts under one name.
    public static let contactGroupName: Kind = "contactGroupName"
    /// A tag of photos.
    public static let photoTag: Kind = "photoTag"
    /// An album of photos.
    public static let photoAlbumName: Kind = "photoAlbumName"
    /// A kind of workout.
    public static let workoutActivityName: Kind = "workoutActivityName"
    /// A car.
    public static let carName: Kind = "carName"
    /// A driver's settings in a car.
    public static let carProfileName: Kind = "carProfileName"
    /// A company that is paid.
    public static let paymentsOrganizationName: Kind = "paymentsOrganizationName"
    /// What somebody calls an account.
    public static let paymentsAccountNickname: Kind = "paymentsAccountNickname"
    /// A note, a list or a task.
    public static let notebookItemTitle: Kind = "notebookItemTitle"
    /// A folder of notes.
    public static let notebookItemGroupName: Kind = "notebookItemGroupName"
    /// A playlist.
    public static let mediaPlaylistTitle: Kind = "mediaPlaylistTitle"
    /// Somebody who makes music.
    public static let mediaMusicArtistName: Kind = "mediaMusicArtistName"
    /// A book to listen to.
    public static let mediaAudiobookTitle: Kind = "mediaAudiobookTitle"
    /// Somebody who writes books to listen to.
    public static let mediaAudiobookAuthorName: Kind = "mediaAudiobookAuthorName"
    /// A show.
    public static let mediaShowTitle: Kind = "mediaShowTitle"
  }
}

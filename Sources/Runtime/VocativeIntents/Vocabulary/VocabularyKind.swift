/// A kind of name: one of INVocabularyStringType, or a custom one.
public struct VocabularyKind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The identifier of the kind.
  public let rawValue: String

  /// Creates a kind from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a kind from its identifier.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// A person in the address book.
  public static let contactName: VocabularyKind = "contactName"
  /// A group of contacts.
  public static let contactGroupName: VocabularyKind = "contactGroupName"
  /// A photo tag.
  public static let photoTag: VocabularyKind = "photoTag"
  /// A photo album.
  public static let photoAlbumName: VocabularyKind = "photoAlbumName"
  /// A kind of workout.
  public static let workoutActivityName: VocabularyKind = "workoutActivityName"
  /// A car.
  public static let carName: VocabularyKind = "carName"
  /// A driver's settings in a car.
  public static let carProfileName: VocabularyKind = "carProfileName"
  /// An organization that receives payments.
  public static let paymentsOrganizationName: VocabularyKind = "paymentsOrganizationName"
  /// A nickname of an account.
  public static let paymentsAccountNickname: VocabularyKind = "paymentsAccountNickname"
  /// A note, a list or a task.
  public static let notebookItemTitle: VocabularyKind = "notebookItemTitle"
  /// A folder of notes.
  public static let notebookItemGroupName: VocabularyKind = "notebookItemGroupName"
  /// A playlist.
  public static let mediaPlaylistTitle: VocabularyKind = "mediaPlaylistTitle"
  /// A musician or a band.
  public static let mediaMusicArtistName: VocabularyKind = "mediaMusicArtistName"
  /// An audiobook.
  public static let mediaAudiobookTitle: VocabularyKind = "mediaAudiobookTitle"
  /// An author of audiobooks.
  public static let mediaAudiobookAuthorName: VocabularyKind = "mediaAudiobookAuthorName"
  /// A show.
  public static let mediaShowTitle: VocabularyKind = "mediaShowTitle"
}

/// A name supplied by the application, with its pronunciation.
public struct SpeakableString: Hashable, Sendable, Codable {
  /// The identifier of the named thing in requests.
  public let vocabularyIdentifier: String
  /// The spoken name.
  public let spokenPhrase: String
  /// The phones, as in `["B", "IH", "G"]`; nil if a dictionary contains the words.
  public let pronunciationHint: [String]?

  /// Creates a name.
  public init(vocabularyIdentifier: String, spokenPhrase: String, pronunciationHint: [String]? = nil) {
    self.vocabularyIdentifier = vocabularyIdentifier
    self.spokenPhrase = spokenPhrase
    self.pronunciationHint = pronunciationHint
  }
}

/// A name of the application's own, and how it is said.
public struct SpeakableString: Hashable, Sendable, Codable {
  /// What identifies the thing in a request.
  public let vocabularyIdentifier: String
  /// What people call it.
  public let spokenPhrase: String
  /// Its phones, as in `["B", "IH", "G"]`; nil where a dictionary has the words.
  public let pronunciationHint: [String]?

  /// A name of a thing.
  public init(vocabularyIdentifier: String, spokenPhrase: String, pronunciationHint: [String]? = nil) {
    self.vocabularyIdentifier = vocabularyIdentifier
    self.spokenPhrase = spokenPhrase
    self.pronunciationHint = pronunciationHint
  }
}

import Vocative

extension String {
  /// The maximum number of characters that are spoken in one turn: about 20 seconds of speech.
  private static let partLength = 400

  /// The parts of a text to speak, which end after a sentence if possible, or else after a word.
  ///
  /// A long text takes several turns, so that other requests do not wait for all of it.
  var speechParts: [String] {
    var parts: [String] = []
    var rest = self[...]
    while rest.count > Self.partLength {
      let longest = rest.prefix(Self.partLength)
      let spaces = longest.indices.filter { longest[$0].isWhitespace }
      let end = spaces.last { longest[..<$0].last.map(SentenceReader.ends.contains) == true } ?? spaces.last ?? longest.endIndex
      parts.append(String(rest[..<end]))
      rest = rest[end...].drop(while: \.isWhitespace)
    }
    return (parts + [String(rest)]).filter(\.isSpeakable)
  }
}

import Vocative

extension String {
  /// The maximum number of characters that are spoken in one turn: about 20 seconds of speech.
  private static let partLength = 400

  /// The parts of a text to speak, which end after a sentence if possible, or else after a word.
  ///
  /// A long text takes several turns, so that other requests do not wait for all of it.
  var speechParts: [String] {
    var reader = SentenceReader()
    var parts: [String] = []
    for piece in (reader.receive(self) + reader.finish()).flatMap(\.speechPieces) {
      if let last = parts.last, last.count + 1 + piece.count <= Self.partLength {
        parts[parts.endIndex - 1] = "\(last) \(piece)"
      } else {
        parts.append(piece)
      }
    }
    return parts
  }

  /// The sentence itself, or its words if it is longer than a part; longer words are cut.
  private var speechPieces: [String] {
    guard count > Self.partLength else { return [self] }
    return split(whereSeparator: \.isWhitespace).flatMap { word in
      stride(from: 0, to: word.count, by: Self.partLength).map { String(word.dropFirst($0).prefix(Self.partLength)) }
    }
  }
}

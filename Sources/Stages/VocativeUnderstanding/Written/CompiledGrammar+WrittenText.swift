/// The result of parsing a typed text.
public enum TextUnderstanding: Equatable, Sendable {
  /// A phrase of the grammar and its words, without the wake phrase.
  case phrase(MatchedPhrase, words: [String])
  /// No phrase; the reason, for the user, if a figure is at fault.
  case noPhrase(reason: String?)
  /// No words, or only a wake phrase.
  case noWords
}

extension CompiledGrammar {
  /// The maximum length of a typed text in bytes; the time for a longer one grows faster than its length.
  public static let maxTextBytes = 4_000

  private static let tooLong = "That's too long. Use up to 4,000 letters."

  /// Parses a typed text: returns the first matching phrase in the author's order.
  ///
  /// Figures keep their written form: `20.05` is not twenty five. If the text begins with several wake phrases, the longest comes first,
  /// but a phrase without free text may begin with the words of a wake phrase.
  ///
  /// - Parameter wakePhrases: Optional phrases before the text, in dictionary words.
  public func understanding(ofText text: String, after wakePhrases: [[String]] = []) -> TextUnderstanding {
    guard text.utf8.count <= Self.maxTextBytes else { return .noPhrase(reason: Self.tooLong) }
    if let (match, words) = match(text, after: wakePhrases) { return .phrase(match, words: words) }
    let words = WrittenText(text).words
    guard !words.isEmpty, !wakePhrases.contains(words) else { return .noWords }
    return .noPhrase(reason: figureFault(in: text, after: wakePhrases)?.fault.description)
  }

  /// Returns the rejection of a text that is no phrase.
  ///
  /// - Parameter reason: The reason that `understanding(ofText:after:)` has returned.
  public func rejection(ofText text: String, after wakePhrases: [[String]], because reason: String?) -> Rejection {
    let phrase = reason == nil ? nil : figureFault(in: text, after: wakePhrases)?.phrase
    return Rejection(
      .notAPhrase, explanation: reason, of: phrase.map { Interpretation(text: "", match: $0, confidence: 0) })
  }

  private func figureFault(in text: String, after wakePhrases: [[String]]) -> (fault: FigureFault, phrase: MatchedPhrase)? {
    FigureFault.found(in: text) { match($0, after: wakePhrases)?.0 }
  }

  /// Parses typed words, and skips those around a sentence if the whole of it is not a phrase.
  ///
  /// "Anna's" is also the value "Anna" before the "'s" of a phrase.
  public func match(_ written: WrittenText) -> MatchedPhrase? {
    let whole = matchAsWritten(written)
    guard whole?.hasFreeText != false, sentences.words.contains(WrittenText.possessiveEnding) else { return whole }
    let divided = written.dividingPossessives().compactMap(matchAsWritten)
    return divided.first { !$0.hasFreeText } ?? whole ?? divided.first
  }

  private func matchAsWritten(_ written: WrittenText) -> MatchedPhrase? {
    grammar.skipWords.parts(of: written.words).lazy.compactMap { match(by: PhraseMatcher(graph: graph, written: written[$0])) }
      .first
  }

  private func match(_ text: String, after wakePhrases: [[String]]) -> (MatchedPhrase, words: [String])? {
    let plain = WrittenText(text)
    var readings = [plain]
    if text.contains(where: \.isWholeNumber) {
      let measured = WrittenText(text, reading: .measured)
      if measured != plain { readings.append(measured) }
    }
    // Free text has any words, also those of a wake phrase.
    var withText: (MatchedPhrase, words: [String])?
    for reading in readings {
      let wakes = wakePhrases.filter { !$0.isEmpty && reading.words.starts(with: $0) }.sorted { $0.count > $1.count }
      if let whole = match(reading) {
        if wakes.isEmpty || !whole.hasFreeText { return (whole, reading.words) }
        if withText == nil, !wakes.contains(reading.words) { withText = (whole, reading.words) }
      }
      for wake in wakes {
        let command = reading[wake.count..<reading.words.count]
        if let match = match(command) { return (match.after(wake), command.words) }
      }
    }
    return withText
  }
}

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
  /// Parses a typed text: returns the first matching phrase in the author's order.
  ///
  /// Figures keep their written form: `20.05` is not twenty five.
  ///
  /// - Parameter wakePhrases: Optional phrases before the text, in dictionary words.
  public func understanding(ofText text: String, after wakePhrases: [[String]] = []) -> TextUnderstanding {
    if let (match, words) = match(text, after: wakePhrases) { return .phrase(match, words: words) }
    guard !WrittenText(text).droppingFirst(of: wakePhrases).words.isEmpty else { return .noWords }
    let fault = FigureFault(in: text) { match($0, after: wakePhrases) != nil }
    return .noPhrase(reason: fault?.description)
  }

  /// Parses typed words, and skips those around a sentence if the whole of it is not a phrase.
  public func match(_ written: WrittenText) -> MatchedPhrase? {
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
    for reading in readings {
      let command = reading.droppingFirst(of: wakePhrases)
      if !command.words.isEmpty, let match = match(command) { return (match, command.words) }
    }
    return nil
  }
}

extension WrittenText {
  /// The text without its wake phrase.
  fileprivate func droppingFirst(of wakePhrases: [[String]]) -> WrittenText {
    let wake = wakePhrases.first { !$0.isEmpty && words.starts(with: $0) }
    return self[(wake?.count ?? 0)..<words.count]
  }
}

/// What a typed text comes to.
public enum TextUnderstanding: Equatable, Sendable {
  /// A phrase of the grammar, with the words it was found in; the wake phrase isn't among them.
  case phrase(MatchedPhrase, words: [String])
  /// No phrase; why a figure in it can't be used, in words for the person who typed it, or nil where no figure is at fault.
  case noPhrase(reason: String?)
  /// No words, or nothing but a wake phrase.
  case noWords
}

extension CompiledGrammar {
  /// Takes a typed text apart: the first phrase, in the author's order, that it is.
  ///
  /// Figures count as they're written: `20.05` isn't twenty five.
  ///
  /// - Parameter wakePhrases: Phrases in dictionary words, one of which may come first.
  public func understanding(ofText text: String, after wakePhrases: [[String]] = []) -> TextUnderstanding {
    if let (match, words) = match(text, after: wakePhrases) { return .phrase(match, words: words) }
    guard !WrittenText(text).droppingFirst(of: wakePhrases).words.isEmpty else { return .noWords }
    let fault = FigureFault(in: text) { match($0, after: wakePhrases) != nil }
    return .noPhrase(reason: fault?.description)
  }

  /// Takes words apart that were typed.
  public func match(_ written: WrittenText) -> MatchedPhrase? {
    PhraseMatcher(graph: graph, written: written).match().map(phrase)
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
  /// The text without the wake phrase it begins with.
  fileprivate func droppingFirst(of wakePhrases: [[String]]) -> WrittenText {
    let wake = wakePhrases.first { !$0.isEmpty && words.starts(with: $0) }
    return dropFirst(wake?.count ?? 0)
  }
}

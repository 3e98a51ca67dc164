package import VocativeUnderstanding

extension IntentRuntime {
  /// The maximum number of words of an address after a sentence.
  private static let maxAddress = 12

  /// Returns the meaning of a typed text, which may have an address such as "in notes" after it.
  ///
  /// A text with a meaning as a whole has no address: "take a note that the keys are in notes".
  package func understanding(
    ofText text: String, in grammar: CompiledGrammar, after wakePhrases: [[String]] = []
  ) -> TextUnderstanding {
    let whole = grammar.understanding(ofText: text, after: wakePhrases)
    guard case .noPhrase = whole, assistants.count > 1 else { return whole }
    for (sentence, address, assistant) in addressedSentences(in: text) {
      guard case .phrase(let match, let words) = grammar.understanding(ofText: sentence, after: wakePhrases) else { continue }
      let meanings = [match] + match.homonyms
      guard let meant = meanings.first(where: { origin(of: $0.intent).assistant == assistant }) else { continue }
      return .phrase(meant.alone(), words: words + address)
    }
    return whole
  }

  /// Returns the ways to read a text as a sentence with an address after it.
  private func addressedSentences(in text: String) -> [(sentence: String, address: [String], assistant: String)] {
    let parts = text.split(whereSeparator: \.isWhitespace)
    var found: [(sentence: String, address: [String], assistant: String)] = []
    for start in parts.indices.suffix(Self.maxAddress).reversed() where start > parts.startIndex {
      let address = SpokenText.words(of: parts[start...].joined(separator: " "))
      guard address.first == "in" else { continue }
      let name = address.dropFirst(address.dropFirst().first == "the" ? 2 : 1)
      for assistant in assistants where assistant.spokenNames.contains(where: { SpokenText.words(of: $0) == Array(name) }) {
        found.append((parts[..<start].joined(separator: " "), address, assistant.name))
      }
    }
    return found
  }
}

package import VocativeUnderstanding

extension IntentRuntime {
  /// The maximum number of words of an address.
  private static let maxAddress = 12

  /// Returns the meaning of a typed text, which may have an address such as "ask notes" before it or "in notes" after it.
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

  /// Returns a sentence without the address of the assistant that has its intent.
  package func sentence(_ text: String, for intent: String) -> String {
    guard assistants.count > 1, let assistant = origin(of: intent).assistant.flatMap(member) else { return text }
    let written = text.split(separator: " ")
    let words = written.map { $0.lowercased() }
    let names = assistant.spokenNames.map(SpokenText.words).flatMap { [$0, [Grammar.Address.article] + $0] }
    for name in names where words.count > name.count + 1 {
      if words.dropFirst().starts(with: name), Grammar.Address.leads.contains(words[0]) {
        return written.dropFirst(name.count + 1).joined(separator: " ")
      }
      if words.suffix(name.count + 1) == ["in"] + name { return written.dropLast(name.count + 1).joined(separator: " ") }
    }
    return text
  }

  /// Returns the ways to read a text as a sentence with an address.
  private func addressedSentences(in text: String) -> [(sentence: String, address: [String], assistant: String)] {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count > 1 else { return [] }
    let places = 1..<parts.count
    func joined(_ range: Range<Int>) -> String { parts[range].joined(separator: " ") }
    let before = places.prefix(Self.maxAddress).map { (joined(0..<$0), Grammar.Address.leads, joined($0..<parts.count)) }
    let after = places.suffix(Self.maxAddress).map { (joined($0..<parts.count), ["in"], joined(0..<$0)) }
    return (before + after).flatMap { address, leads, sentence in
      let words = SpokenText.words(of: address)
      guard let lead = words.first, leads.contains(lead) else { return [] as [(String, [String], String)] }
      let name = Array(words.dropFirst(words.dropFirst().first == "the" ? 2 : 1))
      return assistants.filter { $0.spokenNames.contains { SpokenText.words(of: $0) == name } }.map { (sentence, words, $0.name) }
    }
  }
}

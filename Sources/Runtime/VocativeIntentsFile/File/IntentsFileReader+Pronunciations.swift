import VocativeUnderstanding
import Yams

extension IntentsFileReader {
  /// Reads words or phrases with their phones.
  mutating func pronunciations(_ node: Node?, what: String) -> [String: [String]] {
    var pronunciations: [String: [String]] = [:]
    for (phrase, phones) in pairs(of: node, what: what) {
      let words = SpokenText.sentence(of: phrase)
      pronunciations[words] = (phones.string ?? "").split(separator: " ").map { $0.uppercased() }
      if pronunciations[words]?.isEmpty != false { fault(phones, "\"\(phrase)\" has no phones; write them as in \"B IH G\"") }
    }
    return pronunciations
  }

  /// Reads phones for the words of the whole file: wake phrases, phrases and lists.
  mutating func wordPronunciations(_ node: Node?) -> [String: [String]] {
    let found = pronunciations(node, what: "pronunciations")
    for words in found.keys.sorted() where words.isEmpty || words.contains(" ") {
      if let node { fault(node, "\"\(words)\" in \"pronunciations\" is not one word; give each word its own phones") }
    }
    return found
  }
}

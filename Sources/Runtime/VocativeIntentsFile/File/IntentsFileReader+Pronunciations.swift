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
    guard case .mapping(let mapping)? = node else { return found }
    for key in mapping.keys {
      guard let name = key.string, SpokenText.words(of: name).count != 1 else { continue }
      fault(key, "\"\(name)\" in \"pronunciations\" is not one word; give each word its own phones")
    }
    return found
  }

  /// Returns the places of words with phones, by word.
  func places(ofWordsIn node: Node?) -> [String: Grammar.Location] {
    guard case .mapping(let mapping)? = node else { return [:] }
    return mapping.keys.reduce(into: [:]) { places, key in
      if let name = key.string { places[SpokenText.sentence(of: name)] = location(key) }
    }
  }
}

import VocativeUnderstanding
import Yams

extension IntentsFileReader {
  /// The maximum number of words of a wake phrase; a practical one has two or three.
  private static let maxWakeWords = 10

  /// A wake phrase with the assistants that it is for; nil for all.
  struct WakePhrase {
    let text: String
    var assistants: [String]?
  }

  /// Reads the wake phrases; none if the entry is empty.
  mutating func wakePhrases(_ node: Node?) -> [WakePhrase] {
    guard let node else { return [] }
    guard case .sequence(let sequence) = node else {
      if case .mapping = node { return [wakePhrase(node)].compactMap(\.self) }
      return strings(node, what: "wake").filter { check(wake: $0, node) }.map { WakePhrase(text: $0) }
    }
    return sequence.compactMap { wakePhrase($0) }
  }

  private mutating func wakePhrase(_ node: Node) -> WakePhrase? {
    if let text = node.string { return check(wake: text, node) ? WakePhrase(text: text) : nil }
    guard case .mapping(let mapping) = node, mapping.keys.contains(where: { $0.string == "phrase" }) else {
      fault(node, "a wake phrase must be a text")
      return nil
    }
    let entries = entries(of: node, allowed: ["phrase", "assistants"], what: "a wake phrase")
    guard let phrase = entries["phrase"], let text = text(phrase), check(wake: text, node) else { return nil }
    guard let declared = entries["assistants"] else { return WakePhrase(text: text) }
    let assistants = strings(declared, what: "assistants")
    if assistants.isEmpty {
      fault(declared, "\"assistants\" names no assistant; name one, or leave \"assistants\" out if the phrase is for all")
    }
    return WakePhrase(text: text, assistants: assistants)
  }

  /// Reads the names by which a person addresses the assistant.
  mutating func spokenNames(_ node: Node?) -> [String] {
    guard let node else { return [] }
    let names = strings(node, what: "spoken")
    for name in names where !(1...Self.maxWakeWords).contains(SpokenText.words(of: name).count) {
      fault(node, "\"\(name)\" is not a name of one to \(Self.maxWakeWords) words; write it as it is spoken")
    }
    return names
  }

  private mutating func check(wake text: String, _ node: Node) -> Bool {
    let count = SpokenText.words(of: text).count
    if count == 0 { fault(node, "this wake phrase has no words; write the spoken words, or \"wake: []\" for none") }
    if count > Self.maxWakeWords {
      fault(node, "this wake phrase has \(count) words, and the maximum is \(Self.maxWakeWords); shorten it to two or three")
    }
    return (1...Self.maxWakeWords).contains(count)
  }
}

import VocativeUnderstanding
import Yams

extension IntentsFileReader {
  /// The maximum number of words of a wake phrase; a practical one has two or three.
  private static let maxWakeWords = 10

  /// Reads the wake phrases; none if the entry is empty.
  mutating func wakePhrases(_ node: Node?) -> [String] {
    guard let node else { return [] }
    guard case .sequence(let sequence) = node else { return strings(node, what: "wake").filter { check(wake: $0, node) } }
    return sequence.compactMap { element in
      guard let text = element.string else {
        fault(element, "a wake phrase must be a text")
        return nil
      }
      return check(wake: text, element) ? text : nil
    }
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

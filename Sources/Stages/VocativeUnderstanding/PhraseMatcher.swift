/// Finds the phrase of a sentence, and the values of its slots.
///
/// The search follows the author's order of arcs, first without free text, then with one word of it, and so on. It visits each
/// pair of graph state and sentence position once, so the time is proportional to the length of the text.
struct PhraseMatcher {
  /// A part of a sentence: one word, or a stretch that can only be free text.
  struct Element {
    let words: [String]
    let isText: Bool

    static func word(_ word: String) -> Element { Element(words: [word], isText: false) }
    static func text(_ words: [String]) -> Element { Element(words: words, isText: true) }
  }

  struct Result {
    let phrase: Int
    let slots: [MatchedPhrase.Slot]
    /// The names of the slots whose values are quantities.
    let quantities: Set<String>
  }

  private struct Place: Hashable {
    var state: Int
    var position: Int
    /// The start of the value that is being read; nil if there is none.
    var start: Int?
    /// Whether free text is open and may include the next word.
    var isInText = false
  }

  private struct Step {
    var place: Place
    var slots: [Slot]
  }

  /// A slot with its value, or with its part of the sentence.
  private struct Slot {
    let name: String
    var value: String?
    var text = 0..<0
    var isQuantity = false
  }

  private let graph: PhraseGraph
  private let sentence: [Element]
  /// The typed sentence; nil for speech.
  private let written: WrittenText?
  /// The phrases that may match, by index; nil for all.
  private let allowed: Set<Int>?
  private var visited: Set<Place> = []
  /// The pending positions, the next one last, and those that need another word of free text.
  private var pending: [Step] = []
  private var later: [Step] = []

  init(graph: PhraseGraph, sentence: [Element], written: WrittenText? = nil, allowed: Set<Int>? = nil) {
    self.graph = graph
    self.sentence = sentence
    self.written = written
    self.allowed = allowed
  }

  init(graph: PhraseGraph, written: WrittenText) {
    self.init(graph: graph, sentence: written.words.map(Element.word), written: written)
  }

  /// Returns the matcher for some of the phrases.
  func restricted(to phrases: Set<Int>) -> PhraseMatcher {
    PhraseMatcher(graph: graph, sentence: sentence, written: written, allowed: phrases)
  }

  func match() -> Result? {
    var matcher = self
    return matcher.search()
  }

  private mutating func search() -> Result? {
    pending = [Step(place: Place(state: graph.start, position: 0), slots: [])]
    while !pending.isEmpty {
      while let step = pending.popLast() {
        guard visited.insert(step.place).inserted else { continue }
        if let result = follow(step) { return result }
      }
      pending = later.reversed()
      later = []
    }
    return nil
  }

  private mutating func follow(_ step: Step) -> Result? {
    let place = step.place
    if place.isInText {
      takeText(step)
      return nil
    }
    // The last arc is pushed first and so followed last.
    for arc in graph.arcs[place.state].reversed() {
      // Each value of a list has a state of its own, and most values begin with other words.
      if case .none = arc.label, !canContinue(from: arc.to, at: place.position) { continue }
      var next = step
      next.place.state = arc.to
      switch arc.label {
      case .none: break
      case .word(_, let words):
        guard starts(with: words, at: place.position) else { continue }
        next.place.position += words.count
      case .slot(let name, let value):
        if let start = place.start, let number = Int(value) {
          // A number that the grammar spells out.
          guard canBe(.number(number...number), from: start, to: place.position) else { continue }
          next.place.start = nil
        }
        // Only the numbers of a range have words with a start.
        next.slots.append(Slot(name: name, value: value, isQuantity: place.start != nil))
      case .spokenStart: next.place.start = place.position
      case .spokenEnd(let slot, let kind):
        guard let start = place.start, let value = value(of: kind, from: start, to: place.position) else { continue }
        next.place.start = nil
        next.slots.append(Slot(name: slot, value: value, isQuantity: kind.isQuantity))
      case .text(let slot):
        guard !isInFigure(place.position) else { continue }
        next.slots.append(Slot(name: slot))
        next.place.start = place.position
        next.place.isInText = true
      case .phrase(let phrase):
        guard place.position == sentence.count, allowed?.contains(phrase) != false else { continue }
        return Result(
          phrase: phrase, slots: step.slots.map(matched), quantities: Set(step.slots.filter(\.isQuantity).map(\.name)))
      }
      pending.append(next)
    }
    return nil
  }

  /// Ends free text after the next element, or continues it.
  private mutating func takeText(_ step: Step) {
    guard let start = step.place.start, step.place.position < sentence.count else { return }
    let isHeardText = sentence[step.place.position].isText
    if isHeardText, start < step.place.position { return }
    var goingOn = step
    goingOn.place.position += 1
    guard !isInFigure(goingOn.place.position) else {
      later.append(goingOn)
      return
    }
    var ended = goingOn
    ended.slots[ended.slots.count - 1].text = start..<ended.place.position
    ended.place.start = nil
    ended.place.isInText = false
    if isHeardText {
      pending.append(ended)
    } else {
      later += [ended, goingOn]
    }
  }

  /// Returns whether a state has an arc that does not need other words than the next ones.
  private func canContinue(from state: Int, at position: Int) -> Bool {
    graph.arcs[state].contains { arc in
      if case .word(_, let words) = arc.label { starts(with: words, at: position) } else { true }
    }
  }

  private func matched(_ slot: Slot) -> MatchedPhrase.Slot {
    .init(name: slot.name, value: slot.value ?? text(in: slot.text), isText: slot.value == nil)
  }

  private func starts(with words: [String], at position: Int) -> Bool {
    words.count <= sentence.count - position
      && words.indices.allSatisfy { !sentence[position + $0].isText && sentence[position + $0].words[0] == words[$0] }
  }

  private func canBe(_ kind: SpokenKind, from start: Int, to end: Int) -> Bool {
    written?.canBe(kind, in: start..<end) ?? true
  }

  private func value(of kind: SpokenKind, from start: Int, to end: Int) -> String? {
    if let written { written.value(of: kind, in: start..<end) } else { kind.value(of: words(in: start..<end)) }
  }

  private func isInFigure(_ position: Int) -> Bool { written?.isInFigure(position) ?? false }

  private func text(in range: Range<Int>) -> String {
    written?.text(in: range) ?? words(in: range).joined(separator: " ")
  }

  private func words(in range: Range<Int>) -> [String] { sentence[range].flatMap(\.words) }
}

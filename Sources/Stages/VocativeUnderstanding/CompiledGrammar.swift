import PocketSphinx

/// A match of words with a phrase of the grammar.
public struct MatchedPhrase: Equatable, Sendable {
  /// The requested intent.
  public let intent: String
  /// The phrase as its author wrote it.
  public let phrase: String
  /// The values of the slots, in spoken order.
  public let slots: [Slot]
  /// The same words as phrases of other intents; empty unless the grammar allows shared sentences.
  public internal(set) var homonyms: [MatchedPhrase] = []
  /// The wake phrase before the words of a typed text, in dictionary words; empty if there is none.
  package internal(set) var wakePhrase: [String] = []

  /// Returns the match without its homonyms.
  package func alone() -> MatchedPhrase {
    var match = self
    match.homonyms = []
    return match
  }

  /// A slot and its value.
  public struct Slot: Equatable, Sendable {
    /// The slot's name.
    public let name: String
    /// The identifier of the value, or the text of a whole number.
    public let value: String
    /// Whether the value is free text.
    var isText = false
  }

  /// Whether a slot has free text.
  var hasFreeText: Bool { slots.contains(where: \.isText) }

  /// Returns the match after a wake phrase.
  func after(_ wakePhrase: [String]) -> MatchedPhrase {
    var match = self
    match.wakePhrase = wakePhrase
    match.homonyms = homonyms.map { $0.after(wakePhrase) }
    return match
  }

  /// The first value of each slot, by slot name.
  public var slotValues: [String: String] { Dictionary(slots.map { ($0.name, $0.value) }) { first, _ in first } }
}

/// A grammar that is ready for decoding and for parsing sentences.
public struct CompiledGrammar: Sendable {
  /// The source grammar.
  public let grammar: Grammar
  let graph: PhraseGraph
  let sentences: SentenceGraph
  /// The sentences that two intents share, one for each pair of phrases, if the grammar allows them.
  public let sharedSentences: [SharedSentence]
  /// The phrases of other intents that share a sentence with a phrase, by index.
  private let sharers: [Int: Set<Int>]
  /// The number of states that the sentences needed before equal ones were merged, which has a limit.
  package let stateCount: Int

  /// Compiles a grammar.
  ///
  /// - Throws: `GrammarError` if a slot or rule is missing, a list is empty, two intents share a sentence, or it is too large.
  public init(_ grammar: Grammar) throws(GrammarError) {
    self.grammar = grammar
    graph = try GrammarCompiler.compile(grammar)
    let whole = try SentenceGraph(graph, of: grammar)
    sharedSentences = whole.shared
    sharers = whole.sharers
    stateCount = whole.arcs.count
    sentences = whole.minimal()
  }

  /// Whether any phrase contains free text.
  public var hasFreeText: Bool { sentences.words.contains(SentenceGraph.text) }

  /// Every dictionary word of the sentences.
  public var words: Set<String> {
    Set(sentences.words).subtracting([SentenceGraph.text])
  }

  /// Every dictionary word of the sentences and of the words that may surround them.
  public var spokenWords: Set<String> { words.union(grammar.skipWords.words) }

  /// The pronunciations in the grammar's values, by dictionary word.
  public var pronunciations: [String: [String]] {
    var pronunciations = grammar.pronunciations
    for value in grammar.lists.values.joined() {
      for (phrase, phones) in value.pronunciations {
        pronunciations[SpokenText.words(of: phrase).joined(separator: "_")] = phones
      }
    }
    return pronunciations
  }

  /// Returns every sentence as dictionary words; nil if there are more than `limit`, as with free text.
  public func allSentences(limit: Int) -> [[String]]? {
    guard !hasFreeText else { return nil }
    var found: [[String]] = []
    var pending: [(state: Int, sentence: [String])] = [(sentences.start, [])]
    while let (state, sentence) = pending.popLast() {
      if sentences.accepting.contains(state) { found.append(sentence) }
      guard found.count + pending.count <= limit else { return nil }
      for (word, next) in sentences.steps(from: state).reversed() { pending.append((next, sentence + [word])) }
    }
    return grammar.kinds.isEmpty ? found : found.filter { match(words(ofDecoded: $0)) != nil }
  }

  /// Parses a sentence: returns the first matching phrase in the author's order; nil if there is none.
  ///
  /// A phrase that contains all words takes precedence over one with free text, and less free text over more. Words that may surround a
  /// sentence are skipped if the whole of it is not a phrase.
  public func match(_ words: [String]) -> MatchedPhrase? {
    grammar.skipWords.parts(of: words).lazy.compactMap { match(words[$0].map(PhraseMatcher.Element.word)) }.first
  }

  /// Parses decoded parts of a sentence without words around it; some of them can only be free text.
  func match(_ heard: [PhraseMatcher.Element]) -> MatchedPhrase? {
    match(by: PhraseMatcher(graph: graph, sentence: heard))
  }

  /// Returns the first match with its homonyms, one for each other intent.
  func match(by matcher: PhraseMatcher) -> MatchedPhrase? {
    guard let result = matcher.match() else { return nil }
    var match = phrase(result)
    var rest = sharers[result.phrase] ?? []
    while !rest.isEmpty, let other = matcher.restricted(to: rest).match() {
      let homonym = phrase(other)
      match.homonyms.append(homonym)
      rest = rest.filter { grammar.phrases[$0].intent != homonym.intent }
    }
    return match
  }

  private func phrase(_ result: PhraseMatcher.Result) -> MatchedPhrase {
    let phrase = grammar.phrases[result.phrase]
    return MatchedPhrase(
      intent: phrase.intent, phrase: phrase.text,
      slots: combined(result.slots, multiple: grammar.multipleSlots[phrase.intent] ?? [], quantities: result.quantities))
  }

  /// Returns the slots with all values of a slot that takes several as one value.
  ///
  /// A thing that is said twice is meant once, but "two and two" are two numbers.
  private func combined(
    _ slots: [MatchedPhrase.Slot], multiple: Set<String>, quantities: Set<String>
  ) -> [MatchedPhrase.Slot] {
    guard !multiple.isEmpty else { return slots }
    var names: [String] = []
    var values: [String: [String]] = [:]
    for slot in slots where multiple.contains(slot.name) {
      let parts = slot.isText ? Self.items(of: slot.value) : [slot.value]
      for part in parts where quantities.contains(slot.name) || values[slot.name]?.contains(part) != true {
        values[slot.name, default: []].append(part)
      }
    }
    return slots.compactMap { slot in
      guard let list = values[slot.name] else { return slot }
      guard !names.contains(slot.name) else { return nil }
      names.append(slot.name)
      return MatchedPhrase.Slot(name: slot.name, value: ValueList.text(of: list), isText: slot.isText)
    }
  }

  /// The items of free text such as "oat milk and eggs".
  private static func items(of text: String) -> [String] {
    text.split(separator: " ").split { $0 == GrammarCompiler.conjunction }.map { $0.joined(separator: " ") }
  }

  /// Returns the words that decoded dictionary entries represent.
  package func words(ofDecoded tokens: [String]) -> [String] {
    tokens.flatMap { Lexicon.word(named: $0).split(separator: "_").map(String.init) }
  }

  /// Returns whether some phrase continues after these words, as "my emergency fund goal" after "my emergency fund".
  ///
  /// Words can be one joined entry in one phrase and separate entries in another, so every path is followed.
  package func goesOn(after words: [String]) -> Bool {
    words.reduce(beginning, places(from:word:)).contains { !$0.rest.isEmpty || !sentences.arcs[$0.state].isEmpty }
  }

  /// Returns whether the first of these words are a phrase already, as "my emergency fund" of "my emergency fund goal".
  package func continuesAPhrase(_ words: [String]) -> Bool {
    var places = beginning
    for word in words.dropLast() {
      places = self.places(from: places, word: word)
      if places.contains(where: { $0.rest.isEmpty && sentences.accepting.contains($0.state) }) { return true }
    }
    return false
  }

  /// A state of the sentences, with the remaining words of the entry that leads to it.
  private typealias Place = (state: Int, rest: ArraySlice<Substring>)

  private var beginning: [Place] { [(sentences.start, [])] }

  private func places(from places: [Place], word: String) -> [Place] {
    places.flatMap { state, rest -> [Place] in
      if let next = rest.first { return next == word ? [(state, rest.dropFirst())] : [] }
      return sentences.steps(from: state).compactMap { entry, next in
        let parts = entry.split(separator: "_")
        return parts.first.map { $0 == word } == true ? (next, parts.dropFirst()) : nil
      }
    }
  }
}

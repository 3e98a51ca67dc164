/// Compiles a grammar to a phrase graph and validates it.
struct GrammarCompiler {
  private let grammar: Grammar
  private var graph = PhraseGraph()
  private var rulesInUse: [String] = []
  private var listsInUse: [String] = []
  private var phrase: Grammar.Phrase?
  /// The value whose spoken form is being added; nil outside of lists.
  private var value: Grammar.Value?
  /// The slots of the phrase that take one value for each time that a sentence has them.
  private var repeatedSlots: Set<String> = []
  /// The words of the current value that have a joint pronunciation, the longest first.
  private var jointWords: [[String]] = []
  /// The number of added template parts, including those without states.
  private var partCount = 0

  private static let maxStates = 200_000
  private static let maxParts = 1_000_000
  private static let maxRuleDepth = 16
  private static let maxListDepth = 16
  private static let maxPermutation = 6
  /// The maximum number of values in a row.
  private static let maxValues = 5
  /// The maximum number of sentences that a spoken form is replaced by.
  private static let maxSpokenSentences = 100
  /// The word that may precede the next value.
  static let conjunction = "and"
  /// The words that may come between two values.
  private static let joint = Template.optional(
    .sequence([.word(conjunction), .optional(.alternatives([.word("the"), .word("my")]))]))

  static func compile(_ grammar: Grammar) throws(GrammarError) -> PhraseGraph {
    var compiler = GrammarCompiler(grammar: grammar)
    let final = compiler.graph.addState()
    // Consecutive phrases with the same address begin in one state, to which the address leads too.
    var starts: [Int: [Int]] = [:]
    var last: (address: Int?, start: Int) = (nil, compiler.graph.start)
    for (index, phrase) in grammar.phrases.enumerated() {
      compiler.phrase = phrase
      compiler.repeatedSlots = grammar.repeatedSlots(of: phrase)
      let address = grammar.addresses.firstIndex { $0.intents.contains(phrase.intent) }
      if address != last.address { last = (address, compiler.start(of: address, in: &starts)) }
      let end = try compiler.add(phrase.template, from: last.start)
      compiler.graph.addArc(from: end, to: final, .phrase(index))
    }
    compiler.phrase = nil
    for (index, address) in grammar.addresses.enumerated() {
      guard let sentences = starts[index] else { continue }
      let end = try compiler.add(address.template, from: compiler.graph.start)
      for start in sentences { compiler.graph.addArc(from: end, to: start, .none) }
    }
    return compiler.graph
  }

  private init(grammar: Grammar) {
    self.grammar = grammar
  }

  /// Returns a state in which phrases with an address begin; the start of the graph without one.
  private mutating func start(of address: Int?, in starts: inout [Int: [Int]]) -> Int {
    guard let address else { return graph.start }
    let state = graph.addState()
    graph.addArc(from: graph.start, to: state, .none)
    starts[address, default: []].append(state)
    return state
  }

  /// Adds the paths of a template after a state and returns their end state.
  private mutating func add(_ template: Template, from: Int) throws(GrammarError) -> Int {
    partCount += 1
    guard graph.arcs.count < Self.maxStates else {
      throw error(
        .tooLarge, "the phrases need more than \(Self.maxStates) states; use fewer optional parts or shorter lists")
    }
    guard partCount <= Self.maxParts else {
      throw error(.tooLarge, "the phrases and their rules have more than \(Self.maxParts) parts; use fewer nested rules")
    }
    switch template {
    case .word(let word):
      return addWord(token: word, words: [word], from: from)
    case .sequence(let parts):
      var state = from
      var rest = parts[...]
      while let part = rest.first {
        if let joint = jointWords.first(where: { rest.starts(with: $0.map(Template.word)) }) {
          state = addWord(token: joint.joined(separator: "_"), words: joint, from: state)
          rest = rest.dropFirst(joint.count)
        } else {
          state = try add(part, from: state)
          rest = rest.dropFirst()
        }
      }
      return state
    case .alternatives(let parts):
      let end = graph.addState()
      for part in parts { graph.addArc(from: try add(part, from: from), to: end, .none) }
      return end
    case .optional(let part):
      let end = try add(part, from: from)
      let joined = graph.addState()
      graph.addArc(from: end, to: joined, .none)
      graph.addArc(from: from, to: joined, .none)
      return joined
    case .permutation(let parts):
      return try addPermutation(of: parts, from: from)
    case .slot(let name, let list):
      return try addSlot(name, list: list, from: from)
    case .range(let range, let slot):
      return addNumbers(of: range, slot: slot, from: from)
    case .decimals(let range, let slot):
      return addSlot(slot, of: .decimal(range), from: from)
    case .rule(let name):
      return try addRule(name, from: from)
    }
  }

  private mutating func addWord(token: String, words: [String], from: Int) -> Int {
    let end = graph.addState()
    graph.addArc(from: from, to: end, .word(token: token, words: words))
    return end
  }

  /// Adds one state for each set of spoken parts: 2ⁿ states instead of n! orders.
  private mutating func addPermutation(of parts: [Template], from: Int) throws(GrammarError) -> Int {
    guard parts.count <= Self.maxPermutation else {
      throw error(.tooLarge, "\(parts.count) parts in any order are too many; the maximum is \(Self.maxPermutation)")
    }
    let all = (1 << parts.count) - 1
    var states = [0: from]
    for said in 0..<all {
      guard let state = states[said] else { continue }
      for (index, part) in parts.enumerated() where said & (1 << index) == 0 {
        let next = said | (1 << index)
        let end = try add(part, from: state)
        let joined = states[next] ?? graph.addState()
        states[next] = joined
        graph.addArc(from: end, to: joined, .none)
      }
    }
    return states[all] ?? from
  }

  private mutating func addSlot(_ name: String, list explicit: String?, from: Int) throws(GrammarError) -> Int {
    var state = try addValue(of: name, list: explicit, from: from)
    let isMultiple = phrase.map { grammar.multipleSlots[$0.intent]?.contains(name) == true } ?? false
    // Free text already contains all its values, and a phrase that has the slot more than once says itself how they follow.
    guard isMultiple, !isText(name, list: explicit), !repeatedSlots.contains(name) else { return state }
    let end = graph.addState()
    graph.addArc(from: state, to: end, .none)
    for _ in 1..<Self.maxValues {
      let next = try add(Self.joint, from: state)
      state = try addValue(of: name, list: explicit, from: next)
      graph.addArc(from: state, to: end, .none)
    }
    return end
  }

  private func isText(_ name: String, list explicit: String?) -> Bool {
    let list = list(of: name, explicit)
    return grammar.lists[list] == nil && grammar.kinds[list] == .text
  }

  private func list(of name: String, _ explicit: String?) -> String {
    phrase.map { grammar.list(of: (name, explicit), in: $0.intent) } ?? explicit ?? name
  }

  private mutating func addValue(of name: String, list explicit: String?, from: Int) throws(GrammarError) -> Int {
    let list = list(of: name, explicit)
    guard let values = grammar.lists[list] else {
      if let kind = grammar.kinds[list] { return addSlot(name, of: kind, from: from) }
      let known = Set(grammar.lists.keys).union(grammar.kinds.keys).sorted().joined(separator: ", ")
      throw error(
        .unknownSlot,
        "{\(name)} names no list of values; " + (known.isEmpty ? "no lists are defined" : "the lists are: \(known)"))
    }
    guard !values.isEmpty else { throw error(.emptyList, "the list \"\(list)\" of {\(name)} is empty") }
    // A spoken form may have a slot, and so a list.
    guard !listsInUse.contains(list) else {
      throw error(
        .badRule, "the list \"\(list)\" refers to itself: \((listsInUse + [list]).joined(separator: " → "))")
    }
    guard listsInUse.count < Self.maxListDepth else {
      throw error(
        .tooLarge, "the list \"\(list)\" is nested in more than \(Self.maxListDepth) lists; write the words of its values out")
    }
    listsInUse.append(list)
    defer { listsInUse.removeLast() }
    let end = graph.addState()
    for value in values {
      let start = graph.addState()
      graph.addArc(from: from, to: start, .none)
      for spoken in value.spoken {
        let state = try addSpoken(spoken, of: value, from: start)
        graph.addArc(from: state, to: end, .slot(name: name, value: value.identifier))
      }
    }
    return end
  }

  private mutating func addSlot(_ name: String, of kind: SpokenKind, from: Int) -> Int {
    let end = graph.addState()
    guard let template = kind.template else {
      graph.addArc(from: from, to: end, .text(slot: name))
      return end
    }
    let (first, last) = (graph.addState(), graph.addState())
    graph.addArc(from: from, to: first, .spokenStart)
    graph.addPaths(of: template, from: first, to: last)
    graph.addArc(from: last, to: end, .spokenEnd(slot: name, kind: kind))
    return end
  }

  /// Adds a range; numbers share the states of their first words, as "a hundred" and "one hundred and" of "one hundred and five".
  private mutating func addNumbers(of range: Template.NumberRange, slot: String, from: Int) -> Int {
    struct Step: Hashable {
      let from: Int
      let part: Template
    }
    var ends: [Step: Int] = [:]
    let (start, end) = (graph.addState(), graph.addState())
    graph.addArc(from: from, to: start, .spokenStart)
    for number in range.numbers {
      for form in SpokenNumber.forms(of: number) {
        var state = start
        for part in form {
          let step = Step(from: state, part: part)
          if let known = ends[step] {
            state = known
            continue
          }
          let next = graph.addState()
          graph.addPaths(of: part, from: state, to: next)
          ends[step] = next
          state = next
        }
        graph.addArc(from: state, to: end, .slot(name: slot, value: String(number)))
      }
    }
    return end
  }

  /// Joins words with their own pronunciation to one dictionary entry; they need not be in the dictionary.
  private mutating func addSpoken(_ spoken: Template, of value: Grammar.Value, from: Int) throws(GrammarError) -> Int {
    let outer = self.value
    self.value = value
    defer { self.value = outer }
    jointWords = value.pronunciations.keys.map(SpokenText.words).filter { $0.count > 1 }.sorted { $0.count > $1.count }
    defer { jointWords = [] }
    // The words may be in different parts, as in "big blorf[s]".
    guard !jointWords.isEmpty, let sentences = spoken.sentences(limit: Self.maxSpokenSentences) else {
      return try add(spoken, from: from)
    }
    return try add(.alternatives(sentences.map { .sequence($0.map(Template.word)) }), from: from)
  }

  private mutating func addRule(_ name: String, from: Int) throws(GrammarError) -> Int {
    guard let rule = grammar.rules[name] else {
      let known = grammar.rules.keys.sorted().joined(separator: ", ")
      throw error(
        .badRule, "the rule <\(name)> is not defined; " + (known.isEmpty ? "there are no rules" : "the rules are: \(known)"))
    }
    guard !rulesInUse.contains(name) else {
      throw error(.badRule, "the rule <\(name)> refers to itself: \((rulesInUse + [name]).joined(separator: " → "))")
    }
    guard rulesInUse.count < Self.maxRuleDepth else {
      throw error(.tooLarge, "<\(name)> is nested in more than \(Self.maxRuleDepth) rules; write some of them out")
    }
    rulesInUse.append(name)
    defer { rulesInUse.removeLast() }
    return try add(rule, from: from)
  }

  private func error(_ code: GrammarError.Code, _ reason: String) -> GrammarError {
    // No single value makes a grammar too large.
    let place = code == .tooLarge ? nil : value?.location
    return GrammarError(
      code: code, reason: phrase.map { "\(reason) (in the phrase \"\($0.text)\" of \($0.intent))" } ?? reason,
      location: place ?? phrase?.location)
  }
}

extension Template {
  /// Returns the words of a template that only consists of words; nil for any other.
  public var plainWords: [String]? {
    switch self {
    case .word(let word): return [word]
    case .sequence(let parts):
      var words: [String] = []
      for part in parts {
        guard let inner = part.plainWords else { return nil }
        words += inner
      }
      return words
    default: return nil
    }
  }

  /// The words of a short sentence of a template, with first alternatives, without endings of words and without optional parts;
  /// nil if it has a slot or a rule.
  package var exampleWords: [String]? {
    switch self {
    case .word(let word): return [word]
    case .optional: return []
    case .sequence(let parts), .permutation(let parts):
      let examples = parts.compactMap(\.exampleWords)
      return examples.count == parts.count ? Array(examples.joined()) : nil
    case .alternatives(let parts):
      let examples = parts.compactMap(\.exampleWords)
      guard let first = examples.first(where: { !$0.isEmpty })?.joined(separator: " ") else { return examples.first }
      // The forms of `coffee[s]` are alternatives, too: "coffees" and "coffee".
      return examples.last { !$0.isEmpty && first.hasPrefix($0.joined(separator: " ")) }
    case .slot, .range, .decimals, .rule: return nil
    }
  }

  /// Returns the sentences of a template that only consists of words; nil for any other, and if they are more than a limit.
  package func sentences(limit: Int) -> [[String]]? {
    var found: [[String]] = []
    switch self {
    case .word(let word): found = [[word]]
    case .optional(let part): return Template.alternatives([part, .sequence([])]).sentences(limit: limit)
    case .alternatives(let parts):
      for part in parts {
        guard let inner = part.sentences(limit: limit), found.count + inner.count <= limit else { return nil }
        found += inner
      }
    case .sequence(let parts):
      found = [[]]
      for part in parts {
        guard let inner = part.sentences(limit: limit), found.count * inner.count <= limit else { return nil }
        found = found.flatMap { beginning in inner.map { beginning + $0 } }
      }
    case .permutation, .slot, .range, .decimals, .rule: return nil
    }
    return found
  }
}

extension WordGraph {
  /// The maximum number of phones before a state that is split; more copies of the words after free text would take too much memory.
  private static let maxContexts = 16

  /// A state, and the last phone of the words that lead to it; nil for silence or for several phones.
  private struct Context: Hashable {
    let state: Int
    let phone: String?
  }

  /// Returns the same sentences with a state of its own for each phone that words before it end with.
  ///
  /// PocketSphinx scores the first phone of a word as if the same phone came before it on every path through a state (`fsg_lextree.c`
  /// never allocates a node for a second left context): of the last phones of all words that lead to the state, the first in the model
  /// definition. With "eighteen" and "eighty" before "minutes", the score of one is that of a wrong sound. Silence may come before every
  /// word, so a phone after `SIL` in the definition still counts as silence.
  ///
  /// The start and the states that no arc leaves keep their numbers.
  ///
  /// - Parameter lastPhone: Returns the last phone of a word; nil if it is not known.
  public func splitByLeftContext(lastPhone: (String) -> String?) -> WordGraph {
    let words = Set(arcs.compactMap(\.word))
    let last = Dictionary(uniqueKeysWithValues: words.map { ($0, lastPhone($0)) }).compactMapValues(\.self)
    let isLoose = phonesBeforeStates(lastPhones: last).map { $0.count > Self.maxContexts }
    var leaving: [[Arc]] = Array(repeating: [], count: stateCount)
    for arc in arcs { leaving[arc.from].append(arc) }

    var numbers: [Context: Int] = [:]
    var isUsed = Array(repeating: false, count: stateCount)
    var count = stateCount
    var pending: [Context] = []
    func number(_ state: Int, after phone: String?) -> Int {
      guard !leaving[state].isEmpty else { return state }
      let context = Context(state: state, phone: isLoose[state] ? nil : phone)
      if let number = numbers[context] { return number }
      let number = isUsed[state] ? count : state
      if isUsed[state] { count += 1 }
      isUsed[state] = true
      numbers[context] = number
      pending.append(context)
      return number
    }
    var split: [Arc] = []
    _ = number(start, after: nil)
    while let context = pending.popLast() {
      let from = number(context.state, after: context.phone)
      for arc in leaving[context.state] {
        let phone = arc.word.map { last[$0] } ?? context.phone
        split.append(Arc(from: from, to: number(arc.to, after: phone), word: arc.word, probability: arc.probability))
      }
    }
    return WordGraph(stateCount: count, start: start, final: final, arcs: split)
  }

  /// Returns the last phones of the words that lead to each state, directly or before epsilon arcs.
  private func phonesBeforeStates(lastPhones: [String: String]) -> [Set<String>] {
    var phones: [Set<String>] = Array(repeating: [], count: stateCount)
    for arc in arcs {
      if let phone = arc.word.flatMap({ lastPhones[$0] }) { phones[arc.to].insert(phone) }
    }
    let epsilons = arcs.filter { $0.word == nil }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for arc in epsilons where !phones[arc.from].isSubset(of: phones[arc.to]) {
        phones[arc.to].formUnion(phones[arc.from])
        hasChanged = true
      }
    }
    return phones
  }
}

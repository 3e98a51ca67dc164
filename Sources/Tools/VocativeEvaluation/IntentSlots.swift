import VocativeUnderstanding

/// The intents of a grammar with their slots: a result can have no others, so a recording that expects another one is never right.
struct IntentSlots {
  /// The slots of each intent, by its name.
  private var slots: [String: Set<String>] = [:]

  init(grammar: Grammar) {
    for phrase in grammar.phrases {
      var known = slots[phrase.intent] ?? Set(grammar.slotLists[phrase.intent, default: [:]].keys)
      var visited: Set<String> = []
      var pending = [phrase.template]
      while let template = pending.popLast() {
        known.formUnion(template.slots.map(\.name))
        pending += template.rules.filter { visited.insert($0).inserted }.compactMap { grammar.rules[$0] }
      }
      slots[phrase.intent] = known
    }
  }

  /// Returns why the line of a recording cannot be right: an intent or a slot that the grammar lacks; nil if it has both.
  func fault(of entry: EvaluationManifest.Entry) -> EvaluationManifestError? {
    guard case .understood(let intent, let expected) = entry.expectation else { return nil }
    guard let known = slots[intent] else {
      return entry.error(
        "no phrase of the assistant requests the intent \"\(intent)\"; its phrases request: \(Self.list(slots.keys))")
    }
    return expected.keys.sorted().first { !known.contains($0) }.map { unknown in
      entry.error(
        "the intent \(intent) has no slot \"\(unknown)\"" + (known.isEmpty ? "" : "; its slots are: \(Self.list(known))"))
    }
  }

  private static func list(_ names: some Collection<String>) -> String {
    names.isEmpty ? "nothing" : names.sorted().prefix(12).joined(separator: ", ") + (names.count > 12 ? " …" : "")
  }
}

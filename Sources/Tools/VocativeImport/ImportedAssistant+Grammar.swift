import VocativeUnderstanding

extension ImportedAssistant {
  private static let maxRetries = 100

  /// Compiles the imported assistant, removes parts that a grammar cannot have, and notes sentences shared by two intents.
  ///
  /// - Throws: `GrammarError` if the result is too large to search.
  mutating func settle(notes: inout ImportNotes) throws(GrammarError) {
    leaveOutMisfits(&notes)
    for _ in 0..<Self.maxRetries {
      intents.removeAll(where: \.phrases.isEmpty)
      guard !intents.isEmpty else { return }
      do throws(GrammarError) {
        let compiled = try CompiledGrammar(grammar)
        noteShared(compiled.sharedSentences, &notes)
        removeUnused()
        return
      } catch {
        let phrases = intents.flatMap(\.phrases)
        let place = error.location.flatMap { phrases.indices.contains($0.line) ? phrases[$0.line].location : nil }
        guard error.code != .tooLarge, let number = error.location?.line, let removed = remove(phrase: number) else {
          throw GrammarError(code: error.code, reason: error.reason, location: place)
        }
        notes.leaveOut(removed.location, error.reason)
      }
    }
    throw GrammarError(code: .badRule, reason: "more than \(Self.maxRetries) phrases cannot be compiled", location: nil)
  }

  /// Leaves out phrases with values that an intents file cannot have.
  private mutating func leaveOutMisfits(_ notes: inout ImportNotes) {
    let (lists, rules) = (lists, rules)
    let nested = Set(
      lists.filter { _, values in
        let templates = values.flatMap(\.spoken).filter { $0.contains { "{<".contains($0) } }
        return Intent.haveSlots(templates, rules: rules)
      }.keys)
    for index in intents.indices {
      let beside = intents[index].listsBesideNumbers(rules: rules, lists: lists)
      guard !nested.isEmpty || !beside.isEmpty else { continue }
      intents[index].phrases.removeAll { phrase in
        let used = Intent.mentionedLists(in: [phrase.text], rules: rules)
        if let list = used.intersection(nested).min() {
          notes.leaveOut(
            phrase.location, "\"\(phrase.text)\": the words of {\(list)} have another slot, which intents files do not support")
          return true
        }
        guard let list = used.intersection(beside).min() else { return false }
        notes.leaveOut(
          phrase.location,
          "\"\(phrase.text)\": other sentences have numbers in the place of {\(list)}, whose values are not such numbers")
        return true
      }
    }
  }

  private mutating func noteShared(_ shared: [SharedSentence], _ notes: inout ImportNotes) {
    isAmbiguous = !shared.isEmpty
    let phrases = intents.flatMap(\.phrases)
    for sentence in shared {
      guard let other = sentence.other.location?.line, let meant = sentence.meant.location?.line else { continue }
      notes.change(
        phrases[other].location,
        "\"\(sentence.words.joined(separator: " "))\" also matches \(sentence.other.intent), and is understood as \(sentence.meant.intent)"
          + " (\(phrases[meant].location))")
    }
  }

  /// Removes a phrase by its index among all phrases.
  private mutating func remove(phrase number: Int) -> Phrase? {
    var number = number
    for index in intents.indices {
      if number < intents[index].phrases.count { return intents[index].phrases.remove(at: number) }
      number -= intents[index].phrases.count
    }
    return nil
  }

  /// Removes lists, rules and parameters that no phrase uses.
  private mutating func removeUnused() {
    for index in intents.indices {
      let said = Set(intents[index].mentionedSlots(rules: rules))
      intents[index].numbers.removeAll { !said.contains($0.name) }
      intents[index].titles.removeAll { !said.contains($0.name) }
    }
    var usedLists: Set<String> = []
    var usedRules: Set<String> = []
    var pending = intents.flatMap(\.phrases).map(\.text)
    while let text = pending.popLast() {
      for reference in TemplateReferences(text).references {
        switch reference {
        case .slot(let list, _): if usedLists.insert(list).inserted { pending += (lists[list] ?? []).flatMap(\.spoken) }
        case .rule(let name): if usedRules.insert(name).inserted, let rule = rules[name] { pending.append(rule) }
        }
      }
    }
    lists = lists.filter { usedLists.contains($0.key) }
    rules = rules.filter { usedRules.contains($0.key) }
  }

  /// The grammar of the intents file; a phrase's line number is its index, because a source line may have several phrases.
  private var grammar: Grammar {
    var grammar = Grammar()
    grammar.ambiguity = .first
    for (name, text) in rules { grammar.rules[name] = try? Template(text) }
    for (name, values) in lists {
      grammar.lists[name] = values.map { value in
        Grammar.Value(identifier: value.identifier, spoken: value.spoken.compactMap { try? Template($0) })
      }
    }
    var number = 0
    for intent in intents {
      for (slot, range) in intent.numbers {
        let kind = "\(slot) of \(intent.name)"
        grammar.kinds[kind] = .number(range)
        grammar.slotLists[intent.name, default: [:]][slot] = kind
      }
      for phrase in intent.phrases {
        let location = Grammar.Location(file: "", line: number)
        number += 1
        guard let template = try? Template(phrase.text) else { continue }
        grammar.phrases.append(.init(intent: intent.name, template: template, text: phrase.text, location: location))
      }
    }
    return grammar
  }
}

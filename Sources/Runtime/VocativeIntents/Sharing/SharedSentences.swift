import Logging
import Synchronization
import VocativeUnderstanding

/// Finds the sentences that several assistants share, logs each once, and lets a person say which assistant is meant.
final class SharedSentences: Sendable {
  private struct Known {
    let grammar: Grammar
    let addressed: Grammar
  }

  private struct State {
    var known: Known?
    var logged: Set<String> = []
  }

  private let state = Mutex(State())

  /// Returns a grammar in which every sentence may be addressed, as in "ask money …", and shared ones also as in "… in notes".
  ///
  /// Only shared sentences have an address after them: one that may follow every sentence would delay every answer.
  func addressing(_ grammar: Grammar, in runtime: IntentRuntime) -> Grammar {
    if let known = state.withLock({ $0.known }), known.grammar == grammar { return known.addressed }
    var addressed = grammar
    // Without a wake phrase, every addressed sentence would be spotted in ordinary speech.
    if !runtime.assistant.wakePhrases.isEmpty { addressed.addresses = runtime.addresses(in: grammar) }
    // The caller reports faults of the grammar. Without shared sentences, the caller uses this compiled grammar.
    guard let compiled = try? runtime.compiledGrammars.compiled(addressed.removingUnfillablePhrases()) else { return grammar }
    let shared = compiled.sharedSentences.filter { runtime.isShared($0) }
    addressed.phrases = grammar.phrases.map { phrase in
      guard shared.contains(where: { $0.meant == phrase || $0.other == phrase }),
        let assistant = runtime.origin(of: phrase.intent).assistant.flatMap(runtime.member)
      else { return phrase }
      return phrase.addressed(to: assistant, alsoBefore: addressed.addresses.isEmpty)
    }
    let news = state.withLock { state in
      state.known = Known(grammar: grammar, addressed: addressed)
      return shared.map { runtime.description(of: $0) }.uniqued().filter { state.logged.insert($0).inserted }
    }
    for text in news { runtime.logger.notice("\(text)") }
    return addressed
  }
}

extension IntentRuntime {
  /// Returns the addresses of the assistants with phrases in a grammar.
  fileprivate func addresses(in grammar: Grammar) -> [Grammar.Address] {
    let intents = Dictionary(grouping: Set(grammar.phrases.map(\.intent))) { origin(of: $0).assistant }
    return assistants.compactMap { assistant in
      intents[assistant.name].map { Grammar.Address(names: assistant.spokenNames, intents: Set($0)) }
    }
  }

  /// Returns whether two assistants share a sentence; the guide leaves its sentences to the others.
  fileprivate func isShared(_ sentence: SharedSentence) -> Bool {
    let (one, other) = (origin(of: sentence.meant.intent).assistant, origin(of: sentence.other.intent).assistant)
    return one != other && ![one, other].contains(guide?.name)
  }

  /// A description for the log: without the values of slots and the owner's phrases, which may be private.
  fileprivate func description(of sentence: SharedSentence) -> String {
    let phrases = [sentence.meant, sentence.other]
    let titles = phrases.map { origin(of: $0.intent).assistant.flatMap(member)?.title ?? $0.intent }
    // The owner's phrases are lists of their own.
    guard phrases.allSatisfy({ assistant.intent(named: $0.intent) != nil }) else {
      return "a phrase of your own is shared by \(titles[0]) and \(titles[1]); the person is asked which one is meant"
    }
    let isSafe = phrases.allSatisfy { $0.template.slots.isEmpty && $0.template.rules.isEmpty }
    let said = isSafe ? "\"\(sentence.words.joined(separator: " "))\"" : "a sentence of \"\(sentence.meant.text)\""
    return "\(said) is shared by \(titles[0]) and \(titles[1]); the person is asked which one is meant"
  }
}

extension Grammar.Phrase {
  /// Returns the phrase with an optional address after it, and before it if the grammar has no addresses.
  fileprivate func addressed(to assistant: Assistant, alsoBefore: Bool) -> Grammar.Phrase {
    let names = Template.sequence([
      .optional(.word("the")), .alternatives(assistant.spokenNames.map(Template.literal)),
    ])
    var parts = [template, .optional(.sequence([.word("in"), names]))]
    if alsoBefore {
      let leads = Template.alternatives(Grammar.Address.leads.map(Template.word))
      parts.insert(.optional(.sequence([leads, names])), at: 0)
    }
    return Grammar.Phrase(intent: intent, template: .sequence(parts), text: text, location: location)
  }
}

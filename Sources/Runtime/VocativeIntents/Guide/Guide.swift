import VocativeUnderstanding

/// Explains what a person can say to the assistants of a runtime.
struct Guide: Sendable {
  /// The name of the assistant that explains the others.
  static let name = "vocative"
  /// The parameter for the assistant to explain.
  static let parameter = "assistant"

  /// A sentence that a person can say.
  struct Example: Sendable {
    /// The assistant that understands it.
    let assistant: Assistant
    /// The words.
    let sentence: String
    /// The summary of the intent; nil if it has none.
    var summary: String?
  }

  let runtime: IntentRuntime

  /// The number of phrases in a spoken answer.
  private static let maxSpoken = 3

  /// Returns the answer to "what can I say", or to "what can … do" for an assistant.
  ///
  /// - Throws: The errors of the stores and of list queries.
  func response(about name: String?) async throws -> IntentResponse {
    let grammar = try await runtime.ownGrammar()
    let examples = examples(in: grammar).filter { name == nil || $0.assistant.name == name }
    let likely = try await likely(in: grammar).filter { name == nil || $0.assistant.name == name }
    let spoken = Self.inTurns(Self.different(likely + examples)).prefix(Self.maxSpoken)
    let title = name.flatMap(runtime.member)?.title
    guard !spoken.isEmpty else { return .success("There's nothing to say to \(title ?? "me") right now.") }
    var dialog = title.map { "To \($0), you can say: " } ?? "You can say: "
    dialog += SpokenList.of(spoken.map { "\"\($0.sentence)\"" }, joiner: "or") + "."
    if name == nil, runtime.assistants.count > 1, let other = spoken.last?.assistant.spokenNames.first {
      dialog += " Ask \"what can \(other) do\" for more."
    }
    let card = ResponseCard(
      title: title.map { "What \($0) can do" } ?? "What you can say",
      rows: examples.map { .init((name == nil ? nil : $0.summary) ?? $0.assistant.title, $0.sentence) })
    return .success(dialog, card: card)
  }

  /// One sentence for each intent that is not private, in the order of the assistants.
  private func examples(in grammar: Grammar) -> [Example] {
    let writer = PhraseExample(grammar: grammar)
    var seen: Set<String> = []
    return grammar.phrases.compactMap { phrase in
      guard !seen.contains(phrase.intent), let intent = runtime.assistant.intent(named: phrase.intent), !intent.isPrivate,
        let assistant = runtime.assistants.first(where: { $0.name == intent.assistant }),
        let sentence = writer.sentence(for: phrase)
      else { return nil }
      seen.insert(phrase.intent)
      return Example(assistant: assistant, sentence: sentence, summary: intent.shownSummary)
    }
  }

  /// The sentences for what the person probably wants now, likeliest first.
  private func likely(in grammar: Grammar) async throws -> [Example] {
    let clock = runtime.dependencies.clock
    let suggestions = try await runtime.runtimeMemory.suggestions(at: clock.now(), calendar: clock.calendar, limit: 20)
    let writer = PhraseExample(grammar: grammar)
    return suggestions.compactMap { suggestion in
      guard let intent = runtime.intent(of: suggestion.shortcut), !intent.isPrivate,
        let assistant = runtime.assistants.first(where: { $0.name == intent.assistant }),
        let sentence = writer.sentence(for: intent.identifier, values: suggestion.shortcut.values)
      else { return nil }
      return Example(assistant: assistant, sentence: sentence)
    }
  }

  /// Each sentence once.
  private static func different(_ examples: [Example]) -> [Example] {
    var seen: Set<String> = []
    return examples.filter { seen.insert($0.sentence).inserted }
  }

  /// The first of each assistant, then the second of each, and so on.
  private static func inTurns(_ examples: [Example]) -> [Example] {
    var counts: [String: Int] = [:]
    let turns = examples.map { example -> Int in
      counts[example.assistant.name, default: 0] += 1
      return counts[example.assistant.name, default: 0]
    }
    return zip(turns, examples.enumerated()).sorted { ($0.0, $0.1.offset) < ($1.0, $1.1.offset) }.map(\.1.element)
  }
}

import Logging
package import VocativeUnderstanding

extension IntentRuntime {
  /// Returns an interpretation with the meaning that the person prefers, and its meanings for other assistants.
  ///
  /// Without a preference, the homonyms are one for each other assistant.
  package func settled(_ interpretation: Interpretation) async -> Interpretation {
    guard !interpretation.homonyms.isEmpty, assistants.count > 1 else { return interpretation }
    var seen: Set<String> = []
    let meanings = ([interpretation.meaning] + interpretation.homonyms).filter { meaning in
      guard let assistant = origin(of: meaning.intent).assistant, assistant != guide?.name else { return false }
      return seen.insert(assistant).inserted
    }
    guard let first = meanings.first else { return interpretation }
    guard meanings.count > 1 else { return interpretation.understood(as: first) }
    let chosen: String?
    do {
      chosen = try await runtimeMemory.assistant(chosenAmong: meanings.map { meaningIdentifier(of: $0.intent, $0.slots) })
    } catch {
      logger.warning("the preferred assistant is unknown: \(error)")
      chosen = nil
    }
    if let preferred = meanings.first(where: { origin(of: $0.intent).assistant == chosen }) {
      return interpretation.understood(as: preferred)
    }
    return interpretation.understood(as: first, keeping: Array(meanings.dropFirst()))
  }

  /// Returns an understanding for the assistants that a wake phrase is for.
  package func understanding(_ understanding: Understanding, after wakePhrase: String) -> Understanding {
    let words = SpokenText.words(of: wakePhrase)
    let scope = assistant.wakeScopes.first { SpokenText.words(of: $0.key) == words }
    guard let names = scope?.value, case .understood(let heard) = understanding else { return understanding }
    return interpretation(heard, for: names).map(Understanding.understood) ?? .rejected(Rejection(.notAPhrase, best: heard))
  }

  /// Returns an interpretation for one of some assistants; nil if the words have no meaning for them.
  private func interpretation(_ interpretation: Interpretation, for names: [String]) -> Interpretation? {
    func isWanted(_ meaning: Interpretation.Rival) -> Bool {
      origin(of: meaning.intent).assistant.map { names.contains($0) || $0 == guide?.name } ?? true
    }
    let meanings = ([interpretation.meaning] + interpretation.homonyms).filter(isWanted)
    // A question must not offer a request of another assistant.
    let wanted = interpretation.contested(by: interpretation.rival.flatMap { isWanted($0) ? $0 : nil })
    return meanings.first.map { wanted.understood(as: $0, keeping: Array(meanings.dropFirst())) }
  }

  /// Returns the question for the assistant that is meant; nil if only one is.
  package func clarification(
    among interpretation: Interpretation, request: (_ intent: String, _ values: [String: String]) -> IntentRequest
  ) -> Clarification? {
    guard assistants.count > 1 else { return nil }
    let meanings = [interpretation.meaning] + interpretation.homonyms
    let choices = meanings.compactMap { meaning -> Clarification.Choice? in
      guard let assistant = origin(of: meaning.intent).assistant.flatMap(member) else { return nil }
      return Clarification.Choice(
        label: assistant.title, text: interpretation.text, answers: assistant.spokenNames,
        request: request(meaning.intent, meaning.slots))
    }
    return choices.count > 1 ? Clarification(amongAssistants: choices) : nil
  }

  /// Remembers the assistant that the person chose for a sentence, unless the sentence is private.
  package func remember(_ request: IntentRequest, from clarification: Clarification) async {
    guard clarification.isAmongAssistants, !clarification.choices.contains(where: { isPrivate($0.request) }),
      let chosen = origin(of: request.intent).assistant
    else { return }
    let all = clarification.choices.compactMap { origin(of: $0.request.intent).assistant }
    let choice = SharedSentenceChoice(
      sentence: clarification.choices[0].text, assistant: chosen, others: all.filter { $0 != chosen },
      date: dependencies.clock.now())
    do {
      try await runtimeMemory.remember(
        choice, among: clarification.choices.map { meaningIdentifier(of: $0.request.intent, $0.request.values) })
    } catch {
      logger.warning("the chosen assistant was not remembered: \(error)")
    }
  }
}

import Logging
package import VocativeUnderstanding

extension IntentRuntime {
  /// The intent that represents the owner's phrases.
  static let shortcutIntent = "VoiceShortcut"

  /// Returns the identifier of the owner's phrases for an assistant; one for each, so that two can have the same phrase.
  private func shortcutIdentifier(of assistant: String?) -> String {
    guard assistants.count > 1, let assistant else { return Self.shortcutIntent }
    return "\(assistant).\(Self.shortcutIntent)"
  }

  /// Returns the assistant of the owner's phrases with an identifier; nil for an ordinary intent.
  private func shortcutAssistant(of identifier: String) -> String? {
    assistants.first { shortcutIdentifier(of: $0.name) == identifier && assistant.intent(named: identifier) == nil }?.name
  }

  /// Returns the assistant and the name of an intent, as events have them.
  package func origin(of identifier: String) -> (assistant: String?, intent: String) {
    if let intent = assistant.intent(named: identifier) { return (intent.assistant, intent.name) }
    return shortcutAssistant(of: identifier).map { ($0, Self.shortcutIntent) } ?? (nil, identifier)
  }

  /// Returns the intent of a step; nil if its assistant, or the intent, does not exist.
  func intent(of step: Shortcut) -> IntentDefinition? {
    guard let name = step.assistant else { return assistant.intent(named: step.intent) }
    return assistant.intents.first { $0.assistant == name && $0.name == step.intent }
      // Common intents exist once.
      ?? assistant.intents.first { $0.isCommon && $0.name == step.intent && member(named: name) != nil }
  }
  private static let shortcutSlot = "shortcut"

  /// Returns whether the assistant has an intent with the same parameters for each step; shortcuts of other devices may need others.
  package func canPerform(_ shortcut: VoiceShortcut) -> Bool {
    shortcut.steps.allSatisfy { performingIntent(of: $0) != nil }
  }

  /// Returns the intent of a step; nil if there is none with a parameter for each value, because the request would lose a value.
  private func performingIntent(of step: Shortcut) -> IntentDefinition? {
    guard let intent = intent(of: step), Set(step.values.keys).isSubset(of: intent.parameters.map(\.name)) else { return nil }
    return intent
  }

  /// Returns whether a step can be performed now: its intent exists, its feature is available, and none of its values is gone.
  package func isAvailable(_ step: Shortcut) async -> Bool {
    guard let intent = performingIntent(of: step) else { return false }
    if case .unavailable = await intent.membership.availability(in: surroundings(of: intent.assistant)) { return false }
    let resolution = ParameterResolution(intent: intent, memory: memory(of: intent.assistant))
    return await Dependencies.$current.withValue(dependencies(of: intent)) {
      for parameter in intent.parameters {
        guard let value = step.values[parameter.name] else { continue }
        // Values that cannot be read now are not gone.
        let found = try? await resolution.candidates(for: value, of: parameter)
        if let found, found.isEmpty { return false }
      }
      return true
    }
  }

  /// Returns whether a shortcut is private; a step without a known intent counts as private.
  package func isPrivate(_ shortcut: VoiceShortcut) -> Bool { shortcut.steps.contains(where: isPrivate) }

  /// Returns whether a step is private; a step without a known intent counts as private.
  package func isPrivate(_ step: Shortcut) -> Bool { intent(of: step)?.isPrivate != false }

  /// Returns whether an interpretation is private; a shortcut that does not exist anymore counts as private.
  package func isPrivate(_ interpretation: Interpretation) async -> Bool {
    if let intent = assistant.intent(named: interpretation.intent) { return intent.isPrivate }
    guard interpretation.intent != FollowUp.cancellation else { return false }
    guard shortcutAssistant(of: interpretation.intent) != nil else { return true }
    let all = try? await runtimeMemory.voiceShortcuts()
    return all?.first { $0.id == interpretation.slots[Self.shortcutSlot] }.map(isPrivate) ?? true
  }

  /// Returns whether a request is private, by itself, as a shortcut or as a step of one; a shortcut that was never offered counts as
  /// private.
  package func isPrivate(_ request: IntentRequest) -> Bool {
    guard shortcutAssistant(of: request.intent) != nil else {
      return request.isPrivate || assistant.intent(named: request.intent)?.isPrivate != false
    }
    return request.values[Self.shortcutSlot].flatMap(admission.shortcut).map(isPrivate) ?? true
  }

  /// Returns the identifier of a meaning among those of a sentence: the intent, and which of the owner's phrases it is.
  func meaningIdentifier(of intent: String, _ values: [String: String]) -> String {
    guard shortcutAssistant(of: intent) != nil, let shortcut = values[Self.shortcutSlot] else { return intent }
    return "\(intent).\(shortcut)"
  }

  /// Returns the title of a step with the present names of its values; nil if they are unknown, or if the step has another title than
  /// its intent gives.
  package func currentTitle(of step: Shortcut) async -> String? {
    // The names of a private request require the passphrase, which was not given here.
    guard let intent = intent(of: step), !intent.isPrivate, intent.makes(title: step.title, with: Set(step.values.keys)) else {
      return nil
    }
    let resolution = ParameterResolution(intent: intent, memory: memory(of: intent.assistant))
    return await Dependencies.$current.withValue(dependencies(of: intent)) {
      var names: [(name: String, dialogName: String)] = []
      for parameter in intent.parameters {
        guard let lasting = step.values[parameter.name] else { continue }
        guard let found = try? await resolution.candidates(for: lasting, of: parameter), found.count == 1 else { return nil }
        names.append((parameter.name, SaidParameter.lastingName(of: found[0], saidAs: lasting, in: parameter)))
      }
      return intent.title(with: names)
    }
  }

  /// Returns the name of a shortcut for logs: its title if nothing in it is private, and never its phrase.
  package func logName(of shortcut: VoiceShortcut) -> String {
    guard canPerform(shortcut) else { return "\(shortcut.id) of \(shortcut.steps.count) steps" }
    guard !isPrivate(shortcut) else { return "\(shortcut.id) to a private request" }
    return "\(shortcut.id) to \"\(ShortText.clipped(shortcut.title, to: 100))\""
  }

  /// Adds the owner's phrases from all rooms; their steps are looked up when a phrase is spoken.
  func addShortcuts(to grammar: inout Grammar) async throws {
    let shortcuts = try await runtimeMemory.voiceShortcuts()
    for shortcut in admission.admitted(shortcuts, with: grammar, in: self) {
      let list = "shortcut \(shortcut.id)"
      grammar.lists[list] = [.init(identifier: shortcut.id, spoken: [.literal(shortcut.invocationPhrase)])]
      if isPrivate(shortcut) { grammar.privateLists.insert(list) }
      grammar.phrases.append(
        .init(
          intent: shortcutIdentifier(of: shortcut.steps.first?.assistant), template: .slot(name: Self.shortcutSlot, list: list),
          text: shortcut.invocationPhrase))
    }
  }

  /// Returns a step with the identifier of its intent.
  private func identified(_ step: Shortcut) -> Shortcut {
    guard let intent = intent(of: step) else { return step }
    return Shortcut(intent: intent.identifier, values: step.values, title: step.title).of(step.assistant)
  }

  /// Returns the request itself, or the first step of the requested shortcut.
  func expanded(_ request: IntentRequest, into outcome: inout IntentOutcome) async -> IntentRequest? {
    guard let owner = shortcutAssistant(of: request.intent) else { return request }
    func fail(_ dialog: String) -> IntentRequest? {
      outcome.answers.append(
        .init(assistant: owner, intent: Self.shortcutIntent, response: .failure(dialog), isPrivate: false))
      return nil
    }
    do {
      let all = try await runtimeMemory.voiceShortcuts()
      guard let shortcut = all.first(where: { $0.id == request.values[Self.shortcutSlot] }),
        let first = shortcut.steps.first.map(identified)
      else {
        return fail("That shortcut isn't there anymore.")
      }
      var request = request
      request.isPrivate = isPrivate(shortcut)
      var step = IntentRequest(first, of: request)
      if shortcut.steps.count > 1 {
        step.workflow = Workflow(
          phrase: shortcut.invocationPhrase, count: shortcut.steps.count, remaining: shortcut.steps.dropFirst().map(identified))
      }
      return step
    } catch {
      logger.error("the shortcuts cannot be read: \(error)")
      return fail("I can't read my shortcuts.")
    }
  }
}

extension Workflow {
  /// Adds the answer of a step and returns the next step; nil after the last step or one that was declined, and after a failure,
  /// which the dialog then locates.
  func step(
    after answer: IntentOutcome.Answer, of request: IntentRequest, returning value: ReturnedValue?,
    into outcome: inout IntentOutcome
  ) -> IntentRequest? {
    // A step that is in progress, such as a message that waits, has not failed.
    guard [.success, .inProgress, .continueInApp].contains(answer.response.code) else {
      guard !answer.isDeclined else {
        outcome.answers.append(answer)
        return nil
      }
      let place = "Step \(SpokenNumber.words(step).joined(separator: " ")) of \(SpokenNumber.words(count).joined(separator: " "))"
      outcome.answers.append(
        .init(
          assistant: answer.assistant, intent: answer.intent,
          response: IntentResponse(
            code: answer.response.code, dialog: "\(place) of \(phrase) failed: \(answer.response.dialog)",
            card: answer.response.card, activity: answer.response.activity), isPrivate: answer.isPrivate,
          interaction: answer.interaction))
      return nil
    }
    outcome.answers.append(answer)
    guard let next = remaining.first else { return nil }
    var step = IntentRequest(next, of: request)
    step.workflow = Workflow(
      phrase: phrase, count: count, remaining: Array(remaining.dropFirst()), returned: [value].compactMap(\.self) + returned)
    return step
  }
}

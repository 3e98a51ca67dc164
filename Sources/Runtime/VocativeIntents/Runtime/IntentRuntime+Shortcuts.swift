import Logging
package import VocativeUnderstanding

extension IntentRuntime {
  /// The intent that represents the owner's phrases.
  static let shortcutIntent = "VoiceShortcut"
  private static let shortcutSlot = "shortcut"

  /// Returns whether the assistant has an intent for each step; shortcuts of other devices may need other intents.
  func canPerform(_ shortcut: VoiceShortcut) -> Bool {
    shortcut.steps.allSatisfy { assistant.intent(named: $0.intent) != nil }
  }

  /// Returns whether a shortcut is private; a step without a known intent counts as private.
  package func isPrivate(_ shortcut: VoiceShortcut) -> Bool { shortcut.steps.contains(where: isPrivate) }

  /// Returns whether a step is private; a step without a known intent counts as private.
  package func isPrivate(_ step: Shortcut) -> Bool { assistant.intent(named: step.intent)?.isPrivate != false }

  /// Returns whether an interpretation is private; a shortcut that does not exist anymore counts as private.
  package func isPrivate(_ interpretation: Interpretation) async -> Bool {
    if let intent = assistant.intent(named: interpretation.intent) { return intent.isPrivate }
    switch interpretation.intent {
    case FollowUp.cancellation: return false
    case Self.shortcutIntent:
      let all = try? await memory.shortcuts.all()
      return all?.first { $0.id == interpretation.slots[Self.shortcutSlot] }.map(isPrivate) ?? true
    default: return true
    }
  }

  /// Returns whether a request is private, by itself or as a step of a private shortcut.
  package func isPrivate(_ request: IntentRequest) -> Bool {
    request.isPrivate || assistant.intent(named: request.intent)?.isPrivate != false
  }

  /// Returns the name of a shortcut for logs: its title if nothing in it is private, and never its phrase.
  package func logName(of shortcut: VoiceShortcut) -> String {
    guard canPerform(shortcut) else { return "\(shortcut.id) of \(shortcut.steps.count) steps" }
    guard !isPrivate(shortcut) else { return "\(shortcut.id) to a private request" }
    return "\(shortcut.id) to \"\(StoredText.clipped(shortcut.title, to: 100))\""
  }

  /// Adds the owner's phrases from all rooms; their steps are looked up when a phrase is spoken.
  func addShortcuts(to grammar: inout Grammar) async throws {
    let shortcuts = try await memory.shortcuts.all()
    for shortcut in admission.admitted(shortcuts, beside: grammar, in: self) {
      let list = "shortcut \(shortcut.id)"
      grammar.lists[list] = [.init(identifier: shortcut.id, spoken: [.literal(shortcut.invocationPhrase)])]
      grammar.phrases.append(
        .init(
          intent: Self.shortcutIntent, template: .slot(name: Self.shortcutSlot, list: list), text: shortcut.invocationPhrase))
    }
  }

  /// Returns the request itself, or the first step of the requested shortcut.
  func expanded(_ request: IntentRequest, into outcome: inout IntentOutcome) async -> IntentRequest? {
    guard request.intent == Self.shortcutIntent else { return request }
    func fail(_ dialog: String) -> IntentRequest? {
      outcome.answers.append(.init(intent: request.intent, response: .failure(dialog), isPrivate: false))
      return nil
    }
    do {
      let all = try await memory.shortcuts.all()
      guard let shortcut = all.first(where: { $0.id == request.values[Self.shortcutSlot] }), let first = shortcut.steps.first
      else {
        return fail("That shortcut isn't there anymore.")
      }
      var request = request
      request.isPrivate = isPrivate(shortcut)
      var step = IntentRequest(first, of: request)
      if shortcut.steps.count > 1 {
        step.workflow = Workflow(
          phrase: shortcut.invocationPhrase, count: shortcut.steps.count, remaining: Array(shortcut.steps.dropFirst()))
      }
      return step
    } catch {
      logger.error("the shortcuts cannot be read: \(error)")
      return fail("I can't read my shortcuts.")
    }
  }
}

extension Workflow {
  /// Adds the answer of a step and returns the next step; nil after the last step or a failure, which the dialog then locates.
  func step(
    after answer: IntentOutcome.Answer, of request: IntentRequest, into outcome: inout IntentOutcome
  ) -> IntentRequest? {
    guard answer.response.code == .success || answer.response.code == .continueInApp else {
      let place = "Step \(SpokenNumber.words(step).joined(separator: " ")) of \(SpokenNumber.words(count).joined(separator: " "))"
      outcome.answers.append(
        .init(
          intent: answer.intent,
          response: IntentResponse(
            code: answer.response.code, dialog: "\(place) of \(phrase) failed: \(answer.response.dialog)",
            card: answer.response.card, activity: answer.response.activity), isPrivate: answer.isPrivate,
          interaction: answer.interaction))
      return nil
    }
    outcome.answers.append(answer)
    guard let next = remaining.first else { return nil }
    var step = IntentRequest(next, of: request)
    step.workflow = Workflow(phrase: phrase, count: count, remaining: Array(remaining.dropFirst()))
    return step
  }
}

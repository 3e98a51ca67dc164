import Logging
package import VocativeUnderstanding

extension IntentRuntime {
  /// The intent that stands for a phrase its owner made.
  static let shortcutIntent = "VoiceShortcut"
  private static let shortcutSlot = "shortcut"

  /// Whether the assistant has an intent for each step; what another box made may need others.
  func canPerform(_ shortcut: VoiceShortcut) -> Bool {
    shortcut.steps.allSatisfy { assistant.intent(named: $0.intent) != nil }
  }

  /// Whether a shortcut does something private, or may: what a step without an intent here does is not known.
  package func isPrivate(_ shortcut: VoiceShortcut) -> Bool { shortcut.steps.contains(where: isPrivate) }

  /// Whether a step is of a private intent, or of none that is known.
  package func isPrivate(_ step: Shortcut) -> Bool { assistant.intent(named: step.intent)?.isPrivate != false }

  /// Whether what was understood is private, or may be: a shortcut is looked up, and one that is not there any more is not known.
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

  /// Whether a request that asks something is private: it is, or it is a step of something that is.
  package func isPrivate(_ request: IntentRequest) -> Bool {
    request.isPrivate || assistant.intent(named: request.intent)?.isPrivate != false
  }

  /// A shortcut as a log may name it: by what it does, where that is known to be nothing private, and never by what is said.
  package func logName(of shortcut: VoiceShortcut) -> String {
    guard canPerform(shortcut) else { return "\(shortcut.id) of \(shortcut.steps.count) steps" }
    guard !isPrivate(shortcut) else { return "\(shortcut.id) to something private" }
    return "\(shortcut.id) to \"\(StoredText.clipped(shortcut.title, to: 100))\""
  }

  /// Adds the phrases the owner made, in this room or another; what they run is looked up when one is said.
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

  /// The request itself, or the first step of the shortcut it asks for.
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
  /// Takes the answer of a step and gives the next one; nil at the end, or at a failure, which then says where.
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

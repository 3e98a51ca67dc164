import GRDB
public import VocativeIntents
import VocativeStorage
import VocativeUnderstanding

extension VoiceShortcutCenter {
  /// Changes the phrase of a voice shortcut, its steps or both; fails with a remedy if the phrase cannot be spoken or is too similar
  /// to another.
  ///
  /// - Parameters:
  ///   - phrase: The new phrase; nil to keep it.
  ///   - steps: The new steps; nil to keep them.
  public func update(id: VoiceShortcut.ID, phrase: String? = nil, steps: [Shortcut]? = nil) async -> VoiceShortcutChange {
    await VoiceShortcutChange(saying: \.description) { () throws(VoiceShortcutFault) in
      try await updated(id, phrase: phrase, steps: steps)
    }
  }

  private func updated(
    _ id: VoiceShortcut.ID, phrase: String? = nil, steps: [Shortcut]? = nil
  ) async throws(VoiceShortcutFault) -> VoiceShortcutChange {
    if let steps, !(1...Self.maxSteps).contains(steps.count) { throw .steps(count: steps.count, phrase: nil) }
    let current: VoiceShortcut?
    do throws(StoreError) { current = try await shortcut(id: id) } catch { throw .failed(error) }
    guard let current else { throw .gone(id) }
    let kept = current.invocationPhrase
    return try await changed(phrase ?? kept, except: id, from: kept) { [scope, runtime] phrase, database in
      guard let assistant = try Self.stored(id, database, in: scope)?.assistant else { return .failure(.gone(id)) }
      let former = try String.fetchOne(
        database, sql: "SELECT steps FROM voiceShortcut WHERE assistant = ? AND identifier = ?", arguments: [assistant, id])
      let new = try steps.map { steps in
        try runtime.json(steps.map { scope.stored($0, with: assistant) }, called: "\"\(phrase)\" with its steps")
      }
      let version = try StoredVoiceShortcut.nextVersion(database, of: assistant)
      // Without a change, there must not be a later version, because that could lose the phrase to another shortcut.
      try database.execute(
        sql: """
          UPDATE voiceShortcut SET phrase = :phrase, sentence = :sentence, steps = :steps, counter = :counter, author = :author
          WHERE assistant = :assistant AND identifier = :id AND NOT isDeleted AND (phrase <> :phrase OR steps <> :steps)
          """,
        arguments: [
          "phrase": phrase, "sentence": SpokenText.sentence(of: phrase), "steps": new ?? former, "counter": version.counter,
          "author": version.author, "assistant": assistant, "id": id,
        ])
      return try Self.stored(id, database, in: scope).map { .success(.updated($0.shortcut)) } ?? .failure(.gone(id))
    }
  }

  // MARK: In a conversation

  /// Asks the person for a phrase for a shortcut, and adds it after a confirmation.
  ///
  /// Call it while an intent is performed, with a parameter of that intent. INUIAddVoiceShortcutViewController's counterpart on
  /// Linux.
  ///
  /// - Returns: `added`; `failed` with a reason; or `cancelled` if the person did not want it after all.
  /// - Throws: The errors of the store, the grammar or the dictionary.
  public func add(_ shortcut: Shortcut, asking phrase: Parameter<String?>) async throws -> VoiceShortcutChange {
    let suggested = try await acceptable(shortcut.suggestedInvocationPhrase)
    let question = "What phrase do you want to use?"
    return try await asking(phrase, question: question, suggested: suggested, except: nil) {
      "Use \"\($0)\" for \(shortcut.spokenTitle)?"
    } change: { (phrase) throws(VoiceShortcutFault) in
      try await added(phrase, [shortcut])
    }
  }

  /// Asks the person for another phrase for a voice shortcut, and changes it after a confirmation.
  ///
  /// - Returns: `updated`; `failed` with a reason; or `cancelled` if the person did not want it after all.
  /// - Throws: The errors of the store, the grammar or the dictionary.
  public func edit(_ shortcut: VoiceShortcut, asking phrase: Parameter<String?>) async throws -> VoiceShortcutChange {
    try await asking(phrase, question: "What phrase do you want to use?", except: shortcut.id) {
      "Use \"\($0)\" instead of \"\(shortcut.invocationPhrase)\"?"
    } change: { (phrase) throws(VoiceShortcutFault) in
      try await updated(shortcut.id, phrase: phrase)
    }
  }

  /// Changes the steps of a voice shortcut; a failure has a reason to say.
  func edit(_ shortcut: VoiceShortcut, steps: [Shortcut]) async -> VoiceShortcutChange {
    await VoiceShortcutChange.spoken { () throws(VoiceShortcutFault) in try await updated(shortcut.id, steps: steps) }
  }

  /// Deletes a voice shortcut; a failure has a reason to say.
  func remove(_ shortcut: VoiceShortcut) async -> VoiceShortcutChange {
    await VoiceShortcutChange.spoken { () throws(VoiceShortcutFault) in try await deleted(shortcut.id) }
  }

  /// The number of unusable phrases after which a person is not asked again.
  private static let maxRefusals = 2

  /// - Parameter suggested: A phrase that "yes" accepts and "no" declines; nil for none.
  private func asking(
    _ parameter: Parameter<String?>, question: String, suggested: String? = nil, except id: VoiceShortcut.ID?,
    confirmation: (String) -> String, change: (String) async throws(VoiceShortcutFault) -> VoiceShortcutChange
  ) async throws -> VoiceShortcutChange {
    do {
      var (dialog, refusals) = (suggested.map { "\(question) How about \"\($0)\"?" } ?? question, 0)
      var offered = suggested
      while true {
        let said: String = try await parameter.requestValue(dialog)
        let words = SpokenText.sentence(of: said)
        if AnswerWords.decline.contains(words) {
          // A person who has no phrase in mind wants no shortcut.
          guard offered != nil else { return .cancelled }
          (dialog, offered) = ("Okay. What phrase then?", nil)
          continue
        }
        let phrase = offered.flatMap { AnswerWords.yes.contains(words) ? $0 : nil } ?? said
        offered = nil
        guard let refusal = try await refusal(of: phrase, except: id) else {
          let agreement = PerformanceQuestion(parameter: nil, .confirmation, dialog: confirmation(phrase))
          let answer = try await IntentContext.current?.ask?(agreement)
          guard answer == .agreed(true) else { return .cancelled }
          return await VoiceShortcutChange.spoken { () throws(VoiceShortcutFault) in try await change(phrase) }
        }
        refusals += 1
        guard refusals < Self.maxRefusals else { return .failed(reason: refusal.dialog) }
        dialog = "\(refusal.dialog) What phrase do you want to use?"
      }
    } catch is IntentCancellation {
      return .cancelled
    }
  }
}

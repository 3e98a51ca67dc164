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
    if let steps, !(1...Self.maxSteps).contains(steps.count) {
      return .failed(
        reason: steps.isEmpty
          ? "a shortcut needs a step; add one" : "a shortcut has at most \(Self.maxSteps) steps, and these are \(steps.count)")
    }
    let current: VoiceShortcut?
    do throws(StoreError) { current = try await shortcut(id: id) } catch { return .failed(reason: error.description) }
    guard let current else { return Self.noShortcut(id) }
    let kept = current.invocationPhrase
    return await changing(phrase ?? kept, except: id, from: kept) { [scope, runtime] phrase, database in
      guard let assistant = try Self.stored(id, database, in: scope)?.assistant else { return Self.noShortcut(id) }
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
      return try Self.stored(id, database, in: scope).map { .updated($0.shortcut) } ?? Self.noShortcut(id)
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
    return try await asking(phrase, question: suggested.map { "\(question) How about \"\($0)\"?" } ?? question, except: nil) {
      if let suggested, AnswerWords.yes.contains(SpokenText.sentence(of: $0)) { suggested } else { $0 }
    } confirmation: {
      "Use \"\($0)\" for \(shortcut.title)?"
    } change: {
      await add(phrase: $0, steps: [shortcut])
    }
  }

  /// Asks the person for another phrase for a voice shortcut, and changes it after a confirmation.
  ///
  /// - Returns: `updated`; `failed` with a reason; or `cancelled` if the person did not want it after all.
  /// - Throws: The errors of the store, the grammar or the dictionary.
  public func edit(_ shortcut: VoiceShortcut, asking phrase: Parameter<String?>) async throws -> VoiceShortcutChange {
    try await asking(phrase, question: "What phrase do you want to use?", except: shortcut.id) {
      $0
    } confirmation: {
      "Use \"\($0)\" instead of \"\(shortcut.invocationPhrase)\"?"
    } change: {
      await update(id: shortcut.id, phrase: $0)
    }
  }

  /// The number of unusable phrases after which a person is not asked again.
  private static let maxRefusals = 2

  private func asking(
    _ parameter: Parameter<String?>, question: String, except id: VoiceShortcut.ID?, read: (String) -> String,
    confirmation: (String) -> String, change: (String) async -> VoiceShortcutChange
  ) async throws -> VoiceShortcutChange {
    do {
      var (dialog, refusals) = (question, 0)
      while true {
        let phrase: String = read(try await parameter.requestValue(dialog))
        guard let refusal = try await refusal(of: phrase, except: id) else {
          let agreement = PerformanceQuestion(parameter: nil, .confirmation, dialog: confirmation(phrase))
          let answer = try await IntentContext.current?.ask?(agreement)
          return answer == .agreed(true) ? await change(phrase) : .cancelled
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

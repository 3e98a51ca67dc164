import Foundation
import GRDB
public import VocativeStorage
import VocativeUnderstanding

/// Phrases that people made for shortcuts, and shortcuts the assistant suggests.
///
/// INVoiceShortcutCenter's part on Linux.
public struct VoiceShortcutCenter: Sendable {
  /// The most voice shortcuts.
  public static let mostShortcuts = 200
  /// The most steps of one.
  public static let mostSteps = 20
  /// The most shortcuts that are suggested.
  public static let mostSuggestions = 100

  let assistant: String
  let runtime: RuntimeStore
  private var isOffered: @Sendable (VoiceShortcut) -> Bool = { _ in true }
  private var isHidden: @Sendable (VoiceShortcut) -> Bool = { _ in false }
  private var check: @Sendable () async throws -> InvocationPhraseCheck = { InvocationPhraseCheck() }

  /// An assistant's voice shortcuts in a store, with phrases that only have to differ from each other.
  public init(assistant: String, store: RuntimeStore) {
    self.assistant = assistant
    runtime = store
  }

  /// The same center, which also compares new phrases with what is understood already; its own phrases need not be among that.
  public func checkingPhrases(
    with check: @escaping @Sendable () async throws -> InvocationPhraseCheck
  ) -> VoiceShortcutCenter {
    var center = self
    center.check = check
    return center
  }

  /// The same center, which lists only some of its shortcuts: those of other boxes may do what cannot be done here.
  func offering(only isOffered: @escaping @Sendable (VoiceShortcut) -> Bool) -> VoiceShortcutCenter {
    var center = self
    center.isOffered = isOffered
    return center
  }

  /// The same center, which keeps the phrases and titles of some shortcuts to itself: those that do something private.
  func hiding(_ isHidden: @escaping @Sendable (VoiceShortcut) -> Bool) -> VoiceShortcutCenter {
    var center = self
    center.isHidden = isHidden
    return center
  }

  /// Every voice shortcut that may be named aloud, in the order they were added here, and how many others there are.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func allShown() async throws(StoreError) -> (shortcuts: [VoiceShortcut], hiddenCount: Int) {
    let all = try await all()
    let shown = all.filter { !isHidden($0) }
    return (shown, all.count - shown.count)
  }

  /// Every voice shortcut that has its phrase, in the order they were added here.
  ///
  /// One that was made in another room while the boxes could not reach each other may be set aside for an older one of its phrase.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [VoiceShortcut] {
    try await runtime.store.read { [assistant, isOffered] database in
      let owners = try PhraseOwnership(StoredVoiceShortcut.claims(database, of: assistant)).owners
      return try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? ORDER BY id", [assistant])
        .filter { owners.contains($0.id) && isOffered($0) }
    }
  }

  /// The voice shortcut with this identifier; nil when there is none any more.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func shortcut(id: VoiceShortcut.ID) async throws(StoreError) -> VoiceShortcut? {
    try await runtime.store.read { [assistant] database in
      try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? AND identifier = ?", [assistant, id]).first
    }
  }

  /// Whether somebody has a phrase of its own for a shortcut.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func state(of shortcut: Shortcut) async throws(StoreError) -> VoiceShortcutState {
    let owned = try await all().first { $0.steps.count == 1 && $0.steps.allSatisfy(shortcut.doesTheSame) }
    return owned.map(VoiceShortcutState.added) ?? .add
  }

  /// Makes a phrase for some steps; a phrase that cannot be said, or is too close to another, fails with what to do.
  public func add(phrase: String, steps: [Shortcut]) async -> VoiceShortcutChange {
    guard (1...Self.mostSteps).contains(steps.count) else {
      let fault = steps.isEmpty ? "has no steps; give it one" : "has \(steps.count) steps; at most \(Self.mostSteps) are allowed"
      return .failed(reason: "\"\(StoredText.clipped(StoredText.line(phrase), to: 100))\" \(fault)")
    }
    return await changing(phrase, except: nil) { [assistant, runtime] phrase, database in
      let count = try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM voiceShortcut WHERE assistant = ? AND NOT isDeleted", arguments: [assistant])
      guard (count ?? 0) < Self.mostShortcuts else {
        return .failed(reason: "there are \(Self.mostShortcuts) voice shortcuts already; delete one first")
      }
      let shortcut = VoiceShortcut(id: UUID().uuidString, invocationPhrase: phrase, steps: steps)
      try StoredVoiceShortcut.insert(
        shortcut, steps: try runtime.json(steps, called: "\"\(phrase)\" with its steps"), of: assistant,
        version: try StoredVoiceShortcut.nextVersion(database, of: assistant), into: database)
      return .added(shortcut)
    }
  }

  /// Changes the phrase of a voice shortcut; one that cannot be said, or is too close to another, fails with what to do.
  public func update(id: VoiceShortcut.ID, phrase: String) async -> VoiceShortcutChange {
    await changing(phrase, except: id) { [assistant] phrase, database in
      let version = try StoredVoiceShortcut.nextVersion(database, of: assistant)
      // What changes nothing is no later version: the phrase may be another's by that.
      try database.execute(
        sql: """
          UPDATE voiceShortcut SET phrase = ?, sentence = ?, counter = ?, author = ?
          WHERE assistant = ? AND identifier = ? AND NOT isDeleted AND phrase <> ?
          """,
        arguments: [
          phrase, SpokenText.sentence(of: phrase), version.counter, version.author, assistant, id, phrase,
        ])
      let found = try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? AND identifier = ?", [assistant, id])
      return found.first.map(VoiceShortcutChange.updated) ?? Self.noShortcut(id)
    }
  }

  /// Why a phrase cannot be made somebody's own; nil when it can.
  ///
  /// - Parameter id: The voice shortcut whose phrase it will be instead of its own; nil for a new one.
  /// - Throws: What reading the store, the grammar or the dictionary throws.
  public func refusal(of phrase: String, except id: VoiceShortcut.ID? = nil) async throws -> InvocationPhraseRefusal? {
    let others = try await all().filter { $0.id != id }
    let check = try await check().adding(others.map { (owner(of: $0), SpokenText.words(of: $0.invocationPhrase)) })
    let refusal = try check.refusal(of: phrase)
    guard refusal?.isOwned(by: Self.hiddenOwner) == true else { return refusal }
    return .taken(phrase: StoredText.clipped(phrase, to: 100))
  }

  /// Deletes a voice shortcut.
  public func delete(_ id: VoiceShortcut.ID) async -> VoiceShortcutChange {
    do {
      return try await runtime.store.write { [assistant] database in
        let version = try StoredVoiceShortcut.nextVersion(database, of: assistant)
        return try StoredVoiceShortcut.delete(id, of: assistant, version: version, from: database)
          ? .deleted(id) : Self.noShortcut(id)
      }
    } catch {
      return .failed(reason: error.description)
    }
  }

  /// Replaces the shortcuts the assistant suggests, the best first; of more than `mostSuggestions` the last are dropped.
  ///
  /// - Throws: `StoreError` if a shortcut is too large, and when the store cannot be written.
  public func setSuggestions(_ shortcuts: [Shortcut]) async throws(StoreError) {
    try await runtime.replaceList("shortcutSuggestion", of: assistant, with: shortcuts.prefix(Self.mostSuggestions))
  }

  /// The shortcuts the assistant suggests, the best first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func suggestions() async throws(StoreError) -> [Shortcut] {
    try await runtime.list("shortcutSuggestion", of: assistant)
  }

  /// Checks a phrase and stores it in one transaction, in which no other program can have made the same phrase meanwhile.
  private func changing(
    _ wanted: String, except id: VoiceShortcut.ID?,
    store: @escaping @Sendable (_ phrase: String, Database) throws -> VoiceShortcutChange
  ) async -> VoiceShortcutChange {
    let phrase = StoredText.line(wanted)
    do {
      if let refusal = try await refusal(of: phrase, except: id) { return .failed(reason: refusal.description) }
      return try await runtime.store.write { [self] database in
        let taken = try StoredVoiceShortcut.fetchAll(
          database, where: "assistant = ? AND sentence = ?", [assistant, SpokenText.sentence(of: phrase)]
        ).first { $0.id != id }
        if let taken {
          let refusal = InvocationPhraseRefusal.sameSentence(phrase: phrase, owner: owner(of: taken))
          return .failed(reason: (isHidden(taken) ? .taken(phrase: phrase) : refusal).description)
        }
        return try store(phrase, database)
      }
    } catch {
      return .failed(reason: String(describing: error))
    }
  }

  private static let hiddenOwner = "something private"

  /// What a phrase belongs to, as it is told to whoever wants the same.
  private func owner(of shortcut: VoiceShortcut) -> String {
    isHidden(shortcut) ? Self.hiddenOwner : "your shortcut to \(shortcut.title)"
  }

  private static func noShortcut(_ id: VoiceShortcut.ID) -> VoiceShortcutChange {
    .failed(
      reason:
        "there is no voice shortcut \(StoredText.clipped(StoredText.line(id), to: 100)) any more; \"vocative shortcuts list\" shows which there are"
    )
  }
}

import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage
import VocativeUnderstanding

/// The custom phrases for shortcuts, and the shortcuts that the assistant suggests.
///
/// INVoiceShortcutCenter's counterpart on Linux.
public struct VoiceShortcutCenter: Sendable {
  /// The maximum number of voice shortcuts.
  public static let maxShortcuts = 200
  /// The maximum number of steps per shortcut.
  public static let maxSteps = 20
  /// The maximum number of suggested shortcuts.
  public static let maxSuggestions = 100

  let scope: AssistantScope
  let runtime: RuntimeStore
  /// The store of the suggestions.
  private let suggestionStore: RuntimeStore
  private var isOffered: @Sendable (VoiceShortcut) -> Bool = { _ in true }
  private var isHidden: @Sendable (VoiceShortcut) -> Bool = { _ in false }
  private var current: @Sendable (Shortcut) async -> Shortcut = { $0 }
  private var check: @Sendable () async throws -> InvocationPhraseCheck = { InvocationPhraseCheck() }

  /// Creates the center of an assistant in a store, whose phrases only need to differ from each other.
  public init(assistant: String, store: RuntimeStore) { self.init(AssistantScope(assistant), store: store) }

  /// - Parameter suggestions: The store of the suggestions; nil for the same one.
  init(_ scope: AssistantScope, store: RuntimeStore, suggestions: RuntimeStore? = nil) {
    self.scope = scope
    runtime = store
    suggestionStore = suggestions ?? store
  }

  /// Returns a center that also checks new phrases against existing sentences; these need not include its own phrases.
  public func checkingPhrases(
    with check: @escaping @Sendable () async throws -> InvocationPhraseCheck
  ) -> VoiceShortcutCenter {
    var center = self
    center.check = check
    return center
  }

  /// Returns a center that lists only supported shortcuts; shortcuts of other devices may need intents that are missing here.
  func offering(only isOffered: @escaping @Sendable (VoiceShortcut) -> Bool) -> VoiceShortcutCenter {
    var center = self
    center.isOffered = isOffered
    return center
  }

  /// Returns a center that hides the phrases and titles of private shortcuts.
  func hiding(_ isHidden: @escaping @Sendable (VoiceShortcut) -> Bool) -> VoiceShortcutCenter {
    var center = self
    center.isHidden = isHidden
    return center
  }

  /// Returns a center that knows the present titles of steps; what was stored may have been renamed.
  func titling(_ current: @escaping @Sendable (Shortcut) async -> Shortcut) -> VoiceShortcutCenter {
    var center = self
    center.current = current
    return center
  }

  /// Returns a voice shortcut with the present titles of its steps.
  package func titled(_ shortcut: VoiceShortcut) async -> VoiceShortcut {
    var steps: [Shortcut] = []
    for step in shortcut.steps { steps.append(await current(step)) }
    return VoiceShortcut(id: shortcut.id, invocationPhrase: shortcut.invocationPhrase, steps: steps)
  }

  /// Returns all voice shortcuts that may be named aloud, in the order they were added on this device, and the number of others.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func allShown() async throws(StoreError) -> (shortcuts: [VoiceShortcut], hiddenCount: Int) {
    let all = try await all()
    let shown = all.filter { !isHidden($0) }
    return (shown, all.count - shown.count)
  }

  /// Returns the supported voice shortcuts that own their phrase, in the order they were added on this device.
  ///
  /// A shortcut that was created in another room while the devices were disconnected may be set aside in favour of an older one
  /// with the same phrase.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [VoiceShortcut] { try await owners().filter(isOffered) }

  /// Returns the voice shortcuts that own their phrase but are not supported, as after an intent of a step was renamed, or while its
  /// assistant is not served.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func unsupported() async throws(StoreError) -> [VoiceShortcut] { try await owners().filter { !isOffered($0) } }

  /// Returns the voice shortcuts that own their phrase, supported or not.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  private func owners() async throws(StoreError) -> [VoiceShortcut] {
    try await runtime.store.read { [scope] database in
      try Self.assistants(in: database, of: scope).flatMap { assistant in
        let owners = try PhraseOwnership(StoredVoiceShortcut.claims(database, of: assistant)).owners
        return try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? ORDER BY id", [assistant])
          .filter { owners.contains($0.id) }.map { scope.named($0, storedWith: assistant) }
      }
    }
  }

  /// Returns the voice shortcut with an identifier; nil if it does not exist anymore.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func shortcut(id: VoiceShortcut.ID) async throws(StoreError) -> VoiceShortcut? {
    try await runtime.store.read { [scope] database in try Self.stored(id, database, in: scope)?.shortcut }
  }

  /// Returns whether a shortcut has a custom phrase.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func state(of shortcut: Shortcut) async throws(StoreError) -> VoiceShortcutState {
    let owned = try await all().first { $0.steps.count == 1 && $0.steps.allSatisfy(shortcut.doesTheSame) }
    return owned.map(VoiceShortcutState.added) ?? .add
  }

  /// Adds a phrase for some steps; fails with a remedy if the phrase cannot be spoken or is too similar to another.
  public func add(phrase: String, steps: [Shortcut]) async -> VoiceShortcutChange {
    await VoiceShortcutChange(saying: \.description) { () throws(VoiceShortcutFault) in try await added(phrase, steps) }
  }

  func added(_ phrase: String, _ steps: [Shortcut]) async throws(VoiceShortcutFault) -> VoiceShortcutChange {
    guard (1...Self.maxSteps).contains(steps.count) else {
      throw .steps(count: steps.count, phrase: phrase)
    }
    let assistant = scope.owner(steps.first?.assistant)
    return try await changed(phrase, except: nil) { [scope, runtime] phrase, database in
      let count = try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM voiceShortcut WHERE assistant = ? AND NOT isDeleted", arguments: [assistant])
      guard (count ?? 0) < Self.maxShortcuts else { return .failure(.full) }
      let shortcut = VoiceShortcut(id: UUID().uuidString, invocationPhrase: phrase, steps: steps)
      try StoredVoiceShortcut.insert(
        shortcut,
        steps: try runtime.json(steps.map { scope.stored($0, with: assistant) }, called: "\"\(phrase)\" with its steps"),
        of: assistant,
        version: try StoredVoiceShortcut.nextVersion(database, of: assistant), into: database)
      return .success(.added(shortcut))
    }
  }

  /// Returns the reason to reject a phrase; nil if it can be used.
  ///
  /// - Parameter id: The voice shortcut whose phrase it would replace; nil for a new one.
  /// - Throws: The errors of the store, the grammar or the dictionary.
  public func refusal(of phrase: String, except id: VoiceShortcut.ID? = nil) async throws -> InvocationPhraseRefusal? {
    let words = SpokenText.words(of: phrase)
    let others = try await owners().filter { $0.id != id }
    guard !others.contains(where: { !isOffered($0) && SpokenText.words(of: $0.invocationPhrase) == words }) else {
      return .unsupported(phrase: ShortText.clipped(phrase, to: 100))
    }
    let phrases = others.filter(isOffered).map { (owner(of: $0), SpokenText.words(of: $0.invocationPhrase)) }
    let check = try await check().adding(phrases)
    return try check.refusal(of: phrase)?.withoutPrivateSentence
  }

  /// Deletes a voice shortcut.
  public func delete(_ id: VoiceShortcut.ID) async -> VoiceShortcutChange {
    await VoiceShortcutChange(saying: \.description) { () throws(VoiceShortcutFault) in try await deleted(id) }
  }

  func deleted(_ id: VoiceShortcut.ID) async throws(VoiceShortcutFault) -> VoiceShortcutChange {
    let isDeleted: Bool
    do {
      isDeleted = try await runtime.store.write { [scope] database in
        guard let assistant = try Self.stored(id, database, in: scope)?.assistant else { return false }
        let version = try StoredVoiceShortcut.nextVersion(database, of: assistant)
        return try StoredVoiceShortcut.delete(id, of: assistant, version: version, from: database)
      }
    } catch {
      throw .failed(error)
    }
    guard isDeleted else { throw .gone(id) }
    return .deleted(id)
  }

  /// Replaces the shortcuts that the assistant suggests, best first; those after the first `maxSuggestions` are dropped.
  ///
  /// - Throws: `StoreError` if a shortcut is too large or the store cannot be written.
  public func setSuggestions(_ shortcuts: [Shortcut]) async throws(StoreError) {
    try await suggestionStore.replaceList("shortcutSuggestion", of: scope.home, with: shortcuts.prefix(Self.maxSuggestions))
  }

  /// Returns the shortcuts that the assistant suggests, best first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func suggestions() async throws(StoreError) -> [Shortcut] {
    var all: [Shortcut] = []
    for assistant in scope.all {
      let own: [Shortcut] = try await suggestionStore.list("shortcutSuggestion", of: assistant)
      all += own.map { scope.named($0, storedWith: assistant) }
    }
    return all
  }

  /// Checks and stores a phrase in one transaction, so that no other program can add the same phrase at the same time.
  ///
  /// - Parameter current: The phrase that it would replace; nil for a new shortcut.
  func changed(
    _ wanted: String, except id: VoiceShortcut.ID?, from current: String? = nil,
    store: @escaping @Sendable (_ phrase: String, Database) throws -> Result<VoiceShortcutChange, VoiceShortcutFault>
  ) async throws(VoiceShortcutFault) -> VoiceShortcutChange {
    let phrase = ShortText.line(wanted)
    let result: Result<VoiceShortcutChange, VoiceShortcutFault>
    do {
      // A phrase that is kept was checked when it was added; sentences that came later must not block a change of the steps.
      if phrase != current.map(ShortText.line), let refusal = try await refusal(of: phrase, except: id) {
        throw VoiceShortcutFault.refused(refusal)
      }
      result = try await runtime.store.write { [self] database in
        // Also for a phrase that is kept: of two shortcuts with one phrase, a later version would give it to the other one.
        let sentence = SpokenText.sentence(of: phrase)
        let taken = try Self.assistants(in: database, of: scope).flatMap { assistant in
          try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? AND sentence = ?", [assistant, sentence])
            .map { scope.named($0, storedWith: assistant) }
        }.first { $0.id != id }
        if let taken { return .failure(.refused(refusal(of: phrase, of: taken))) }
        return try store(phrase, database)
      }
    } catch let fault as VoiceShortcutFault {
      throw fault
    } catch {
      throw .failed(error)
    }
    return try result.get()
  }

  /// Returns the assistants whose shortcuts a center reads: those of its scope, and those that are not served.
  static func assistants(in database: Database, of scope: AssistantScope) throws -> [String] {
    guard scope.isWhole else { return scope.all }
    return scope.all
      + (try String.fetchAll(
        database,
        sql:
          "SELECT DISTINCT assistant FROM voiceShortcut WHERE NOT isDeleted AND assistant NOT IN (\(scope.marks)) ORDER BY assistant",
        arguments: StatementArguments(scope.all)))
  }

  /// Returns a shortcut with the assistant that it is stored with.
  static func stored(
    _ id: VoiceShortcut.ID, _ database: Database, in scope: AssistantScope
  ) throws -> (shortcut: VoiceShortcut, assistant: String)? {
    for assistant in try assistants(in: database, of: scope) {
      let found = try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? AND identifier = ?", [assistant, id])
      if let shortcut = found.first { return (scope.named(shortcut, storedWith: assistant), assistant) }
    }
    return nil
  }

  private func refusal(of phrase: String, of shortcut: VoiceShortcut) -> InvocationPhraseRefusal {
    guard isOffered(shortcut) else { return .unsupported(phrase: phrase) }
    return isHidden(shortcut)
      ? .tooSimilarToPrivate(phrase: phrase) : .sameSentence(phrase: phrase, owner: owner(of: shortcut))
  }

  /// The owner of a phrase, as it is described to a person who wants the same phrase.
  private func owner(of shortcut: VoiceShortcut) -> String {
    isHidden(shortcut) ? InvocationPhraseRefusal.privateOwner : "your shortcut to \(shortcut.title)"
  }
}

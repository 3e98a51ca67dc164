import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Private shortcuts")
struct PrivateShortcutTests {
  private struct Account: Intent {
    static let title = "Account"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    static let resolvers = [
      ParameterResolver<Account>(\.$name) { _, _ in .needsValue(dialog: "Which one, Cayman or Swiss?") }
    ]
    @Parameter(title: "Name", prompt: "Which one?") var name: String
    func perform() async throws -> IntentResponse { .success("Rich.") }
  }

  private struct Secret: Intent {
    static let title = "Secret treasure"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    func perform() async throws -> IntentResponse { .success("Under the oak.") }
  }

  private struct Fails: Intent {
    static let title = "Fails"
    func perform() async throws -> IntentResponse { .failure("It does not work.") }
  }

  private struct Breaks: Intent {
    static let title = "Breaks"
    func perform() async throws -> IntentResponse { throw Broken() }
  }

  /// Donates a request of its own, as one that sends a message donates its recipient.
  private struct Donates: Intent {
    static let title = "Donates"
    static let isEligibleForPrediction = false
    @Dependency private var donations: InteractionDonations
    func perform() async throws -> IntentResponse {
      try await donations.donate(Shortcut(intent: "Donates", values: [:], title: "Donates"))
      return .success("Donated.")
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    var description: String { "the oak has fallen" }
  }

  private func runtime(_ unlock: Unlock = Unlock(passphrase: "seven green bottles"), log: RecordedLog = RecordedLog()) throws
    -> IntentRuntime
  {
    let assistant = try Assistant(name: "club", wakePhrases: []) {
      IntentDefinition(Account.self, phrases: ["my account"])
      IntentDefinition(Secret.self, phrases: ["my secret"])
      IntentDefinition(Fails.self, phrases: ["try it"])
      IntentDefinition(Breaks.self, phrases: ["break it"])
      IntentDefinition(Donates.self, phrases: ["give it away"])
      ShortcutIntents.feature
    }
    return IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: "club"), unlock: unlock, clock: ManualClock(), logger: log.logger)
  }

  private static let secret = Shortcut(intent: "Secret", values: [:], title: "Secret treasure")

  private func interpretation(of text: String, by runtime: IntentRuntime) async throws -> Interpretation {
    let grammar = try CompiledGrammar(try await runtime.grammar().removingUnfillablePhrases())
    let match = try #require(grammar.match(text.split(separator: " ").map(String.init)))
    return Interpretation(text: text, match: match, confidence: 1)
  }

  @Test("Freezing a private request without the passphrase looks up no data and reveals nothing")
  func freeze() async throws {
    let runtime = try runtime()
    for text in ["my account", "my secret"] {
      let error = await #expect(throws: FreezingError.self) { try await runtime.freeze(text) }
      #expect(
        error?.description
          == "\"\(text)\" is private; on the page, give the passphrase with it; in a terminal, use --unlocked")
    }
    let proof = try runtime.unlockRequest(with: "Seven green bottles.")
    #expect(try await runtime.freeze("my secret", unlock: proof).doesTheSame(as: Self.secret))
    #expect(try await self.runtime(Unlock(isAlwaysUnlocked: true)).freeze("my secret").doesTheSame(as: Self.secret))
  }

  @Test("A shortcut with an unknown step, or one that does not exist, counts as private")
  func unknown() async throws {
    let runtime = try runtime()
    func shortcut(_ intents: String...) -> VoiceShortcut {
      VoiceShortcut(id: "1", invocationPhrase: "x", steps: intents.map { Shortcut(intent: $0, values: [:], title: "") })
    }
    #expect(!runtime.isPrivate(shortcut("Fails")))
    #expect(runtime.isPrivate(shortcut("Fails", "Secret")))
    #expect(runtime.isPrivate(shortcut("Fails", "Elsewhere")))
    #expect(await runtime.perform(IntentRequest(intent: "Elsewhere")).answers.allSatisfy(\.isPrivate))
  }

  @Test("A shortcut is as private as its steps, from the moment it is understood")
  func understood() async throws {
    let runtime = try runtime()
    _ = try await runtime.shortcuts.add(phrase: "sesame street", steps: [Self.secret])
    _ = try await runtime.shortcuts.add(phrase: "have a go", steps: [Shortcut(intent: "Fails", values: [:], title: "Fails")])
    #expect(await runtime.isPrivate(try await interpretation(of: "sesame street", by: runtime)))
    #expect(await !runtime.isPrivate(try await interpretation(of: "have a go", by: runtime)))
  }

  @Test("The phrase of a private shortcut that cannot be spoken is only counted")
  func unspeakable() async throws {
    let runtime = try runtime()
    _ = try await runtime.shortcuts.add(phrase: "sesame street", steps: [Self.secret])
    _ = try await runtime.shortcuts.add(phrase: "have a go", steps: [Shortcut(intent: "Fails", values: [:], title: "Fails")])
    let (_, removed, privateCount) = try await runtime.grammar().removingNames(using: ["sesame", "go"])
    #expect(Set(removed) == ["have a go"])
    #expect(privateCount == 1)
  }

  @Test("A failing step of a private workflow keeps the phrase private, and nothing is logged")
  func failingStep() async throws {
    let log = RecordedLog()
    let runtime = try runtime(Unlock(isAlwaysUnlocked: true), log: log)
    _ = try await runtime.shortcuts.add(
      phrase: "sesame street", steps: [Shortcut(intent: "Fails", values: [:], title: "Fails"), Self.secret])
    let said = try await interpretation(of: "sesame street", by: runtime)
    let outcome = await runtime.perform(IntentRequest(intent: said.intent, values: said.slots, source: .voice, session: "s"))
    #expect(outcome.dialog.contains("sesame street"))
    #expect(outcome.answers.allSatisfy { $0.isPrivate && $0.interaction?.dispatch.isPrivate != false })
    #expect(!log.messages.contains { $0.contains("sesame") || $0.contains("does not work") })
  }

  @Test("A private shortcut asks for the passphrase before its first step, although that step alone is not private")
  func firstStep() async throws {
    let runtime = try runtime()
    let fails = Shortcut(intent: "Fails", values: [:], title: "Fails")
    _ = try await runtime.shortcuts.add(phrase: "sesame street", steps: [fails, Self.secret])
    let said = try await interpretation(of: "sesame street", by: runtime)
    let asked = await runtime.perform(IntentRequest(intent: said.intent, values: said.slots, source: .voice, session: "s"))
    #expect(asked.answers.isEmpty)
    #expect(asked.dialog == "What's the passphrase?")
  }

  @Test("The error of a step of a private shortcut is not logged, although the step alone is not private")
  func errorOfStep() async throws {
    let log = RecordedLog()
    let runtime = try runtime(Unlock(isAlwaysUnlocked: true), log: log)
    _ = try await runtime.shortcuts.add(
      phrase: "sesame street", steps: [Self.secret, Shortcut(intent: "Breaks", values: [:], title: "Breaks")])
    let said = try await interpretation(of: "sesame street", by: runtime)
    _ = await runtime.perform(IntentRequest(intent: said.intent, values: said.slots, source: .voice, session: "s"))
    #expect(log.messages.contains("error: Breaks failed"))
    #expect(!log.messages.contains { $0.contains("oak") })
    _ = await runtime.perform(IntentRequest(intent: "Breaks"))
    #expect(log.messages.contains("error: Breaks failed: the oak has fallen"))
  }

  @Test("A step of a private shortcut donates nothing itself, although the step alone is not private")
  func donationsOfStep() async throws {
    let runtime = try runtime(Unlock(isAlwaysUnlocked: true))
    _ = try await runtime.shortcuts.add(
      phrase: "sesame street", steps: [Shortcut(intent: "Donates", values: [:], title: "Donates"), Self.secret])
    let said = try await interpretation(of: "sesame street", by: runtime)
    let outcome = await runtime.perform(IntentRequest(intent: said.intent, values: said.slots, source: .voice, session: "s"))
    #expect(outcome.dialog == "Donated. Under the oak.")
    #expect(try await runtime.memory.donations.all().isEmpty)
    _ = await runtime.perform(IntentRequest(intent: "Donates"))
    #expect(try await runtime.memory.donations.all().map(\.shortcut.intent) == ["Donates"])
  }

  @Test("Private shortcuts are not listed by name, and cannot be named to be deleted or changed")
  func list() async throws {
    let runtime = try runtime()
    _ = try await runtime.shortcuts.add(phrase: "sesame street", steps: [Self.secret])
    #expect(await runtime.perform(.init(intent: "ListShortcuts")).dialog == "You have one private shortcut.")
    _ = try await runtime.shortcuts.add(phrase: "have a go", steps: [Shortcut(intent: "Fails", values: [:], title: "Fails")])
    let listed = await runtime.perform(.init(intent: "ListShortcuts"))
    #expect(listed.dialog == "You have one shortcut: have a go. You also have one private one.")
    #expect(listed.answers.first?.response.card?.rows.map(\.label) == ["have a go"])
    let grammar = try CompiledGrammar(try await runtime.grammar().removingUnfillablePhrases())
    #expect(grammar.match(["delete", "the", "have", "a", "go", "shortcut"]) != nil)
    #expect(grammar.match(["delete", "the", "sesame", "street", "shortcut"]) == nil)
  }

  @Test("A request that has become private, or does not exist anymore, is not suggested, whatever suggests it")
  func suggestions() async throws {
    let runtime = try runtime()
    let memory = try runtime.memory
    for shortcut in [Self.secret, Shortcut(intent: "Elsewhere", values: [:], title: "Turn on the fan")] {
      for _ in 1...3 { try await memory.donations.donate(shortcut) }
    }
    try await memory.shortcuts.setSuggestions([Self.secret])
    try await memory.relevantShortcuts.set([RelevantShortcut(Self.secret, providers: [.place("home")])])
    let nothing = await runtime.perform(.init(intent: "SuggestShortcuts"))
    #expect(nothing.dialog == "I don't have any suggestions yet.")
    #expect(nothing.answers.allSatisfy { $0.response.card == nil })
    try await memory.donations.donate(Shortcut(intent: "Fails", values: [:], title: "Try it"))
    let suggested = await runtime.perform(.init(intent: "SuggestShortcuts"))
    #expect(suggested.dialog == "Here's what I'd suggest: try it.")
    #expect(suggested.answers.first?.response.card?.rows.map(\.label) == ["Try it"])
    #expect(try await memory.shortcutSuggestions(place: "home", limit: 1).map(\.shortcut.intent) == ["Fails"])
  }

  @Test("A phrase that is too similar to a private one is rejected without revealing its action")
  func neighbour() async throws {
    let runtime = try runtime()
    _ = try await runtime.shortcuts.add(phrase: "sesame street", steps: [Self.secret])
    let change = try await runtime.shortcuts.add(phrase: "Sesame Street", steps: [Self.secret])
    #expect(change == .failed(reason: "\"Sesame Street\" is too similar to one of your private phrases; choose other words"))
  }

  @Test("A phrase that is, or sounds like, a private sentence is rejected without revealing that sentence")
  func privateSentence() async throws {
    let assistant = try Assistant(name: "club", wakePhrases: []) {
      IntentDefinition(Secret.self, phrases: ["where is my treasure"])
      IntentDefinition(Fails.self, phrases: ["try it"])
    }
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: "club"), pronunciations: try SpokenDictionary.lookup(),
      logger: RecordedLog().logger)
    for phrase in ["where is my treasure", "where is my treasurer"] {
      let refusal = try await runtime.shortcuts.refusal(of: phrase)
      #expect(refusal == .tooSimilarToPrivate(phrase: phrase))
    }
    #expect(try await runtime.shortcuts.refusal(of: "try it") == .sameSentence(phrase: "try it", owner: "Fails"))
  }
}

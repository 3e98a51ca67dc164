import Foundation
import Logging
import Synchronization
import Testing
import VocativeIntents
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The passphrase")
struct PassphraseTests {
  private struct Secret: Intent {
    static let title = "Secret"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    func perform() async throws -> IntentResponse { .success("The treasure is under the oak.") }
  }

  private static let passphrase = "seven green bottles"
  private static let treasure = "The treasure is under the oak."
  private static let mic = IntentRequest(intent: "Secret", source: .voice, session: "microphone")
  private static let program = IntentRequest(intent: "Secret", source: .api, session: "program")

  private func runtime(
    _ passphrase: String = passphrase, memory: any RuntimeMemory = NoMemory(), clock: any Clock<Duration> = ManualClock(),
    log: RecordedLog = RecordedLog()
  ) throws -> IntentRuntime {
    let assistant = try Assistant(name: "club", wakePhrases: []) { IntentDefinition(Secret.self, phrases: ["secret"]) }
    return IntentRuntime(
      assistant: assistant, memory: memory, unlock: Unlock(passphrase: passphrase), clock: clock, logger: log.logger)
  }

  /// Returns the result of words that answer the question for the passphrase.
  private func receive(
    _ words: String, confidence: Double = 1, answering question: IntentQuestion, by runtime: IntentRuntime
  ) async throws -> IntentRuntime.AnswerResult {
    let grammar = try CompiledGrammar(runtime.grammar(answering: question, in: try await runtime.grammar()))
    guard let match = grammar.match(words.split(separator: " ").map(String.init)) else {
      return .wrongPassphrase(runtime.takeWrongPassphrase(answering: question))
    }
    let interpretation = Interpretation(text: words, match: match, confidence: confidence)
    return runtime.receive(interpretation.slots, confidence: confidence, answering: question)
  }

  /// Performs a private request, answers its question with some words, and returns the dialog.
  ///
  /// Swift 6.3 crashes if it inlines this into the loops of a test.
  @inline(never)
  private func dialog(_ runtime: IntentRuntime, _ request: IntentRequest, saying words: String = passphrase) async throws
    -> String
  {
    let outcome = await runtime.perform(request)
    guard let question = outcome.question else { return outcome.dialog }
    switch try await receive(words, answering: question, by: runtime) {
    case .continues(let request): return await runtime.perform(request).dialog
    case .wrongPassphrase(let wrong): return wrong.response.dialog
    case .declined(let response), .cancelled(let response): return response.dialog
    }
  }

  private func isAsked(_ runtime: IntentRuntime, _ request: IntentRequest) async -> Bool {
    await runtime.perform(request).question?.expectation == .passphrase
  }

  // MARK: Scope of an unlock

  @Test("An unlock is valid only for the source and the session in which the passphrase was given")
  func scope() async throws {
    let runtime = try runtime()
    #expect(try await dialog(runtime, Self.mic) == Self.treasure)
    #expect(await !isAsked(runtime, Self.mic))
    for request in [
      Self.program, IntentRequest(intent: "Secret", source: .text, session: "microphone"),
      IntentRequest(intent: "Secret", source: .api, session: "microphone"),
      IntentRequest(intent: "Secret", source: .voice, session: "another"),
    ] { #expect(await isAsked(runtime, request), "\(request)") }
  }

  @Test("Another program unlocks a single request, and must give the passphrase again for the next one")
  func oneRequest() async throws {
    let runtime = try runtime()
    #expect(try await dialog(runtime, Self.program) == Self.treasure)
    #expect(await isAsked(runtime, Self.program))
  }

  @Test("All steps of a shortcut are unlocked at once, but the shortcut asks again the next time")
  func steps() async throws {
    let step = Shortcut(intent: "Secret", values: [:], title: "Secret")
    let shortcut = VoiceShortcut(id: "1", invocationPhrase: "tell me all of it", steps: [step, step])
    let runtime = try runtime(memory: PhraseMemory(shortcuts: [shortcut]))
    let match = try #require(try CompiledGrammar(try await runtime.grammar()).match(["tell", "me", "all", "of", "it"]))
    let said = Interpretation(text: "", match: match, confidence: 1)
    let request = IntentRequest(intent: said.intent, values: said.slots, source: .api, session: "program")
    #expect(try await dialog(runtime, request) == "\(Self.treasure) \(Self.treasure)")
    #expect(await isAsked(runtime, request))
  }

  // MARK: Guessing

  @Test("Of ten thousand simultaneous guesses, only three are checked, and the right one after them is not")
  func burst() async throws {
    let runtime = try runtime()
    var asked = 0
    for _ in 0..<10_000 where await isAsked(runtime, Self.program) {
      asked += 1
      #expect(try await dialog(runtime, Self.program, saying: "open the window") != Self.treasure)
    }
    #expect(asked == 3)
    #expect(
      try await dialog(runtime, Self.program)
        == "That's private, and there were too many wrong passphrases. Try again in 30 seconds.")
  }

  @Test("Ten thousand guesses at the maximum rate take twenty-seven years")
  func patience() async throws {
    let clock = ManualClock()
    let runtime = try runtime(clock: clock)
    let question = try #require(await runtime.perform(Self.program).question)
    var early = 0
    for _ in 0..<10_000 {
      _ = runtime.takeWrongPassphrase(answering: question)
      if clock.elapsed > .seconds(7 * 24 * 3600) {
        clock.advance(by: .seconds(24 * 3600 - 1))
        if await isAsked(runtime, Self.program) { early += 1 }
        clock.advance(by: .seconds(1))
      }
      while await !isAsked(runtime, Self.program) { clock.advance(by: .seconds(30)) }
    }
    #expect(early == 0)
    #expect(clock.elapsed >= .seconds(27 * 365 * 24 * 3600))
    #expect(try await dialog(runtime, Self.program) == Self.treasure, "the lockout ends")
    #expect(try await dialog(runtime, Self.program, saying: "open the window") == "That's not the passphrase.")
  }

  @Test("Questions asked before a wait do not circumvent it, and the right passphrase is rejected during the wait")
  func openQuestions() async throws {
    let runtime = try runtime()
    let question = try #require(await runtime.perform(Self.program).question)
    for _ in 0..<2 { #expect(runtime.takeWrongPassphrase(answering: question).mayTryAgain) }
    let third = runtime.takeWrongPassphrase(answering: question)
    #expect(!third.mayTryAgain)
    let right = try await receive(Self.passphrase, answering: question, by: runtime)
    #expect(right == .wrongPassphrase(third))
    #expect(await isAsked(runtime, Self.mic))
  }

  @Test(
    "Each further guess doubles the wait, up to a day",
    arguments: [(3, 30), (4, 60), (5, 120), (9, 1920), (10, 3840), (14, 61_440), (15, 86_400), (40, 86_400)])
  func waits(guesses: Int, seconds: Int) async throws {
    let clock = ManualClock()
    let runtime = try runtime(clock: clock)
    let question = try #require(await runtime.perform(Self.program).question)
    for _ in 0..<guesses {
      clock.advance(by: .seconds(24 * 3600))
      _ = runtime.takeWrongPassphrase(answering: question)
    }
    clock.advance(by: .seconds(seconds - 1))
    #expect(await !isAsked(runtime, Self.program))
    clock.advance(by: .seconds(1))
    #expect(await isAsked(runtime, Self.program))
  }

  @Test("A program that guesses does not lock out the person at the microphone")
  func otherSource() async throws {
    let runtime = try runtime()
    let question = try #require(await runtime.perform(Self.program).question)
    for _ in 0..<100 { _ = runtime.takeWrongPassphrase(answering: question) }
    #expect(try await dialog(runtime, Self.mic) == Self.treasure)
  }

  @Test("The right passphrase resets the count")
  func again() async throws {
    let runtime = try runtime()
    for _ in 0..<10 {
      for _ in 0..<2 { #expect(try await dialog(runtime, Self.program, saying: "no idea") == "That's not the passphrase.") }
      #expect(try await dialog(runtime, Self.program) == Self.treasure)
    }
  }

  @Test("A lockout is announced with the number of guesses, their source and its duration; the log omits the passphrase")
  func announcement() async throws {
    let (clock, log) = (ManualClock(), RecordedLog())
    let runtime = try runtime(clock: clock, log: log)
    let announced = Mutex<[PassphraseLockout]>([])
    runtime.onLockout { lockout in announced.withLock { $0.append(lockout) } }
    let question = try #require(await runtime.perform(Self.program).question)
    for _ in 0..<11 {
      _ = runtime.takeWrongPassphrase(answering: question)
      clock.advance(by: .seconds(24 * 3600))
    }
    let lockouts = announced.withLock { $0 }
    #expect(lockouts.map(\.wrongGuesses) == [10, 11])
    #expect(
      lockouts.first?.announcement
        == "There were 10 wrong passphrases from another program. I won't take one from there for 64 minutes.")
    #expect(log.messages.count { $0.hasPrefix("warning: the passphrase is locked") } == 2, "\(log.messages)")
    #expect(!log.messages.joined().contains("green"))
  }

  @Test("Reloading the configuration keeps the wrong guesses, unless the passphrase changed")
  func reloaded() async throws {
    let former = try runtime()
    let question = try #require(await former.perform(Self.program).question)
    for _ in 0..<3 { _ = former.takeWrongPassphrase(answering: question) }
    let same = try runtime()
    same.continueAttempts(of: former)
    #expect(await !isAsked(same, Self.program))
    let other = try runtime("two blue birds")
    other.continueAttempts(of: former)
    #expect(await isAsked(other, Self.program))
  }

  @Test("Written passphrases of programs count as guesses too")
  func inWriting() async throws {
    let runtime = try runtime()
    for _ in 0..<2 { #expect(throws: PassphraseRefusal.wrongWords) { try runtime.unlockRequest(with: "no idea") } }
    #expect(throws: PassphraseRefusal.tooEarly(.seconds(30))) { try runtime.unlockRequest(with: "no idea") }
    #expect(throws: PassphraseRefusal.tooEarly(.seconds(30))) { try runtime.unlockRequest(with: "Seven green bottles") }
    #expect(await !isAsked(runtime, Self.program))
  }

  // MARK: Recognition

  @Test(
    "A spoken passphrase is accepted at a confidence of 0.9 and above", arguments: [(0.3, false), (0.89, false), (0.9, true)])
  func confidence(confidence: Double, isBelieved: Bool) async throws {
    let runtime = try runtime()
    let question = try #require(await runtime.perform(Self.mic).question)
    let taken = try await receive(Self.passphrase, confidence: confidence, answering: question, by: runtime)
    if case .continues = taken { #expect(isBelieved) } else { #expect(!isBelieved) }
  }

  @Test(
    "The grammar contains wrong sentences that are similar to the passphrase",
    arguments: [
      "seven green", "green bottles", "seven green window", "yellow green bottles", "seven paper bottles", "open the window",
      "please open the window", "silver moon", "paper river", "seven green bottles bottles",
    ])
  func decoys(words: String) async throws {
    let runtime = try runtime()
    let question = try #require(await runtime.perform(Self.mic).question)
    guard case .wrongPassphrase = try await receive(words, answering: question, by: runtime) else {
      Issue.record("\(words) was accepted")
      return
    }
  }

  @Test(
    "A passphrase of one word, or of words that decoys use, is distinguished from the decoys",
    arguments: ["open the window", "sesame"])
  func commonWords(passphrase: String) async throws {
    let runtime = try runtime(passphrase)
    #expect(try await dialog(runtime, Self.mic, saying: "yellow river island") == "That's not the passphrase.")
    #expect(try await dialog(runtime, Self.mic, saying: passphrase) == Self.treasure)
  }
}

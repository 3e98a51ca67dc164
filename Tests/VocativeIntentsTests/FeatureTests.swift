import Foundation
import Logging
import Synchronization
import Testing
import VocativeIntents
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Features and their constraints")
struct FeatureTests {
  private struct Dance: Intent {
    static let title = "Dance"
    func perform() async throws -> IntentResponse { .success("Dancing.") }
  }

  private struct Secret: Intent {
    static let title = "Secret"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    func perform() async throws -> IntentResponse { .success("The treasure is under the oak.") }
  }

  private final class Ear: DispatchObserver {
    let told = Mutex<[String]>([])
    func didBegin(_ dispatch: Dispatch) async {
      told.withLock { $0.append("begin \(dispatch.topic) \(dispatch.source.rawValue) private=\(dispatch.isPrivate)") }
    }
    func didComplete(_ interaction: Interaction) async {
      told.withLock { $0.append("complete \(interaction.dispatch.intent) \(interaction.response.code.rawValue)") }
    }
  }

  private func runtime(
    unlock: Unlock = Unlock(), observers: [any DispatchObserver] = [], time: WallClock = WallClock(),
    clock: any Clock<Duration> = ContinuousClock(), log: RecordedLog = RecordedLog(),
    @AssistantBuilder parts: () -> [AssistantPart]
  ) throws -> IntentRuntime {
    var dependencies = Dependencies()
    dependencies.add(time)
    let assistant = try Assistant(name: "club", wakePhrases: [], dependencies: dependencies, parts: parts)
    return IntentRuntime(
      assistant: assistant, observers: observers, unlock: unlock, clock: clock,
      logger: log.logger)
  }

  private func dialog(_ runtime: IntentRuntime, _ intent: String = "Dance", _ values: [String: String] = [:]) async -> String {
    await runtime.perform(IntentRequest(intent: intent, values: values)).dialog
  }

  // MARK: Constraints

  @Test("A request to an unavailable feature returns the reason, and succeeds after the constraint is met")
  func unavailable() async throws {
    let isOpen = Mutex<Bool?>(false)
    let constraint = FeatureConstraint.runtimeEnabled("open", reason: "The club is closed.") { isOpen.withLock { $0 } }
    let runtime = try runtime {
      Feature("Floor", constraints: [constraint]) { IntentDefinition(Dance.self, phrases: ["dance"]) }
    }
    #expect(await dialog(runtime) == "The club is closed.")
    isOpen.withLock { $0 = nil }
    #expect(await dialog(runtime) == "The club is closed.", "an undetermined feature is not used")
    isOpen.withLock { $0 = true }
    #expect(await dialog(runtime) == "Dancing.")
  }

  @Test("The phrases of a hidden feature are removed while it is unavailable")
  func hidden() async throws {
    let isOpen = Mutex(false)
    let constraint = FeatureConstraint.runtimeEnabled("open", reason: "Closed.") { isOpen.withLock { $0 } }
    let runtime = try runtime {
      Feature("Floor", constraints: [constraint], isHiddenWhenUnavailable: true) {
        IntentDefinition(Dance.self, phrases: ["dance"])
      }
    }
    #expect(try await runtime.grammar().phrases.isEmpty)
    isOpen.withLock { $0 = true }
    #expect(try await runtime.grammar().phrases.map(\.intent) == ["Dance"])
  }

  @Test("Without a memory, a user setting has its default")
  func defaultSetting() async throws {
    for isOn in [true, false] {
      let runtime = try runtime {
        Feature("Music", constraints: [.userToggle("music", default: isOn, reason: "The music is off.")]) {
          IntentDefinition(Dance.self, phrases: ["dance"])
        }
      }
      #expect(await dialog(runtime) == (isOn ? "Dancing." : "The music is off."))
    }
  }

  @Test("Without a memory, a permission is asked for once in each request")
  func permissionWithoutMemory() async throws {
    let runtime = try runtime {
      Feature("Floor", constraints: [.permission(.file("/"), asking: "May I look around?")]) {
        IntentDefinition(Dance.self, phrases: ["dance"])
      }
    }
    for _ in 1...2 {
      let question = try #require(await runtime.perform(IntentRequest(intent: "Dance")).question)
      #expect(question.dialog == "May I look around?")
      guard case .continues(let request) = runtime.receive(["confirmation": "yes"], answering: question) else {
        Issue.record("the permission was not taken")
        return
      }
      #expect(await runtime.perform(request).dialog == "Dancing.")
    }
  }

  @Test("A file permission depends on whether the file exists")
  func file() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/record"
    let runtime = try runtime {
      Feature("Floor", constraints: [.permission(.file(path))]) { IntentDefinition(Dance.self, phrases: ["dance"]) }
    }
    #expect(await dialog(runtime) == "The file \(path) is missing.")
    _ = try folder.write("la", to: "record")
    #expect(await dialog(runtime) == "Dancing.")
  }

  @Test("A platform constraint rejects other architectures")
  func platform() async throws {
    let here = try runtime {
      Feature("Floor", constraints: [.platform(.arm64, .amd64)]) { IntentDefinition(Dance.self, phrases: ["dance"]) }
    }
    #expect(await dialog(here) == "Dancing.")
    #if arch(x86_64)
      let elsewhere = FeatureConstraint.platform(.arm64)
    #else
      let elsewhere = FeatureConstraint.platform(.amd64)
    #endif
    let there = try runtime {
      Feature("Floor", constraints: [elsewhere]) { IntentDefinition(Dance.self, phrases: ["dance"]) }
    }
    #expect(await dialog(there).hasPrefix("That only works on "))
  }

  // MARK: Observers

  @Test("An observer is notified of the start and the end, with the feature path as the topic")
  func observers() async throws {
    let ear = Ear()
    let runtime = try runtime(observers: [ear]) {
      Feature("Music") { Feature("Floor") { IntentDefinition(Dance.self, phrases: ["dance"]) } }
    }
    _ = await runtime.perform(IntentRequest(intent: "Dance", source: .voice))
    #expect(
      ear.told.withLock { $0 } == ["begin club.Music.Floor.Dance voice private=false", "complete Dance success"])
  }

  @Test("A focus includes a feature with its contents, and ignores case")
  func focus() {
    let focus = Focus("Money.goals")
    #expect(focus.includes(topic: "money.Goals.GoalProgress"))
    #expect(focus.includes(topic: "money.Goals"))
    #expect(!focus.includes(topic: "money.GoalsArchive.GoalProgress"))
    #expect(!focus.includes(topic: "money.Spending.SafeToSpend"))
    #expect(!focus.includes(topic: "notes.Goals"))
  }

  // MARK: Private intents

  @Test("A private intent asks for the passphrase once, and then stays unlocked for a limited time")
  func passphrase() async throws {
    let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let time = WallClock(now: { now.withLock { $0 } })
    let clock = ManualClock()
    let runtime = try runtime(unlock: Unlock(passphrase: "Seven green bottles", duration: 60), time: time, clock: clock) {
      IntentDefinition(Secret.self, phrases: ["secret"])
    }
    let secret = IntentRequest(intent: "Secret", source: .voice, session: "kitchen")
    let question = try #require(await runtime.perform(secret).question)
    #expect(question.dialog == "What's the passphrase?")
    #expect(question.expectation == .passphrase)
    let grammar = try CompiledGrammar(runtime.grammar(answering: question, in: try await runtime.grammar()))
    let match = try #require(grammar.match(["seven", "green", "bottles"]))
    #expect(grammar.match(["seven", "bottles"]) == nil)
    let slots = Interpretation(text: "", match: match, confidence: 1).slots
    guard case .continues(let request) = runtime.receive(slots, answering: question) else {
      Issue.record("the passphrase was not accepted")
      return
    }
    #expect(await runtime.perform(request).dialog == "The treasure is under the oak.")
    clock.advance(by: .seconds(59))
    #expect(await runtime.perform(secret).dialog == "The treasure is under the oak.")
    now.withLock { $0 -= 10 }
    clock.advance(by: .seconds(2))
    #expect(await runtime.perform(secret).question?.expectation == .passphrase, "setting the time back does not extend it")
    now.withLock { $0 += 30 }
    #expect(await runtime.perform(secret).question?.expectation == .passphrase, "no other time unlocks it again")
  }

  @Test("Without a passphrase, a private intent is refused unless the configuration disables the passphrase")
  func noPassphrase() async throws {
    let locked = try runtime { IntentDefinition(Secret.self, phrases: ["secret"]) }
    #expect(await dialog(locked, "Secret") == "That's private, and there's no passphrase to unlock it with.")
    let open = try runtime(unlock: Unlock(isAlwaysUnlocked: true)) { IntentDefinition(Secret.self, phrases: ["secret"]) }
    #expect(await dialog(open, "Secret") == "The treasure is under the oak.")
  }

  @Test("The log contains nothing about a private intent at any level")
  func privateLog() async throws {
    let log = RecordedLog()
    let runtime = try runtime(unlock: Unlock(isAlwaysUnlocked: true), log: log) {
      IntentDefinition(Secret.self, phrases: ["secret"])
      IntentDefinition(Dance.self, phrases: ["dance"])
    }
    #expect(await dialog(runtime, "Secret").contains("treasure"))
    #expect(await dialog(runtime) == "Dancing.")
    let lines = log.messages
    #expect(lines.contains { $0.contains("Dancing") }, "the log contains a public intent")
    #expect(!lines.contains { $0.contains("treasure") || $0.contains("Secret") })
  }
}

import Testing
import VocativeIntents

@Suite("Declaring an assistant")
struct AssistantCheckTests {
  private struct Unfillable: Intent {
    static let title = "Unfillable"
    @Parameter(title: "Sum") var sum: CurrencyAmount
    func perform() async throws -> IntentResponse { .success("") }
  }

  private struct Prompted: Intent {
    static let title = "Prompted"
    @Parameter(title: "Sum", prompt: "How much?") var sum: CurrencyAmount
    func perform() async throws -> IntentResponse { .success("") }
  }

  private struct Store: Sendable {}

  private struct Needy: Intent {
    static let title = "Needy"
    @Dependency private var store: Store
    func perform() async throws -> IntentResponse { .success("\(store)") }
  }

  private struct Thing: Entity {
    struct Things: EntityQuery {
      @Dependency private var store: Store
      func allEntities() async throws -> [Thing] { [Thing(id: "\(store)")] }
    }

    static let defaultQuery = Things()
    let id: String
    var displayName: String { id }
  }

  private struct Words: DynamicOptionsProvider {
    @Dependency private var store: Store
    func results() async throws -> [String] { ["\(store)"] }
  }

  private struct Finds: Intent {
    static let title = "Finds"
    @Parameter(title: "Thing") var thing: Thing?
    func perform() async throws -> IntentResponse { .success("") }
  }

  private struct Gathers: Intent {
    static let title = "Gathers"
    @Parameter(title: "Things", prompt: "Which?") var things: [Thing]
    @Parameter(title: "Words", prompt: "Which?", optionsProvider: Words()) var words: [String]
    func perform() async throws -> IntentResponse { .success("") }
  }

  private struct Shows: Intent {
    static let title = "Shows"
    static let details = ActivityType("test.details")
    static let activityTypes = [details]
    func perform() async throws -> IntentResponse { .success("") }
  }

  private struct Twice: Intent {
    static let title = "Twice"
    static let resolvers = [
      ParameterResolver<Twice>(\.$sum) { _, _ in .needsValue() }, ParameterResolver<Twice>(\.$sum) { _, _ in .needsValue() },
    ]
    @Parameter(title: "Sum") var sum: Int
    func perform() async throws -> IntentResponse { .success("") }
  }

  private func faults(
    activities: [ActivityContinuation] = [], @AssistantBuilder of parts: () -> [AssistantPart]
  ) -> [String] {
    do throws(AssistantError) {
      _ = try Assistant(name: "test", wakePhrases: [], activities: activities, parts: parts)
      return []
    } catch {
      return error.faults
    }
  }

  @Test("A parameter that no phrase and no prompt can fill is an error with a remedy")
  func unfillable() {
    let found = faults { IntentDefinition(Unfillable.self, phrases: ["save something"]) }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Unfillable: the parameter \"sum\" is in no phrase and has no prompt") == true)
    #expect(found.first?.contains("\\(\\.$sum)") == true)
    #expect(faults { IntentDefinition(Unfillable.self, phrases: ["save \(\.$sum)"]) } == [])
    #expect(faults { IntentDefinition(Prompted.self, phrases: ["save something"]) } == [])
  }

  @Test("An invalid phrase, or one with an unknown parameter, is an error")
  func phrases() {
    #expect(
      faults { IntentDefinition(Prompted.self, phrases: ["save [it"]) }.first?.contains("\"save [it\" cannot be read") == true)
    let found = faults { IntentDefinition(Prompted.self, phrases: ["save {some}"]) }
    #expect(found == ["Prompted: {some} in \"save {some}\" is not one of its parameters; they are: sum"])
  }

  @Test("Two intents with the same name are an error")
  func names() {
    let found = faults {
      IntentDefinition(Prompted.self, phrases: ["save"])
      IntentDefinition(Prompted.self, phrases: ["keep"])
    }
    #expect(found == ["Prompted: two intents have this name; give one of them a `static let name`"])
  }

  @Test("A missing dependency is an error when the assistant is created")
  func dependencies() throws {
    let found = faults { IntentDefinition(Needy.self, phrases: ["go"]) }
    #expect(found == ["Needy: it needs a Store, which is missing from the assistant's dependencies; add one"])
    var dependencies = Dependencies()
    dependencies.add(Store())
    _ = try Assistant(name: "test", wakePhrases: [], dependencies: dependencies) {
      IntentDefinition(Needy.self, phrases: ["go"])
    }
  }

  @Test("A missing dependency of a query or of an options provider is an error, too")
  func dependenciesOfValues() throws {
    func missing(_ intent: String) -> String {
      "\(intent): it needs a Store, which is missing from the assistant's dependencies; add one"
    }
    #expect(faults { IntentDefinition(Finds.self, phrases: ["find \(\.$thing)"]) } == [missing("Finds")])
    #expect(faults { IntentDefinition(Gathers.self, phrases: ["gather"]) } == [missing("Gathers")])
    var dependencies = Dependencies()
    dependencies.add(Store())
    _ = try Assistant(name: "test", wakePhrases: [], dependencies: dependencies) {
      IntentDefinition(Finds.self, phrases: ["find \(\.$thing)"])
      IntentDefinition(Gathers.self, phrases: ["gather"])
    }
  }

  @Test("An activity type without a continuation, or with two, is an error")
  func activities() {
    let found = faults { IntentDefinition(Shows.self, phrases: ["show"]) }
    #expect(found.first?.contains("activities of the type \"test.details\", which the assistant does not continue") == true)
    let continuation = ActivityContinuation(Shows.details) { _ in .success("") }
    #expect(faults(activities: [continuation]) { IntentDefinition(Shows.self, phrases: ["show"]) } == [])
    let twice = faults(activities: [continuation, continuation]) { IntentDefinition(Shows.self, phrases: ["show"]) }
    #expect(twice == ["the activity type \"test.details\" has two continuations; keep one of them"])
  }

  @Test("Two resolvers for one parameter are an error")
  func resolvers() {
    let found = faults { IntentDefinition(Twice.self, phrases: ["go"]) }
    #expect(found == ["Twice: the parameter \"sum\" has two resolvers; keep one of them"])
  }

  @Test("All faults are reported at once")
  func allFaults() {
    let found = faults {
      IntentDefinition(Unfillable.self, phrases: ["save something"])
      Feature("Inside") { IntentDefinition(Needy.self, phrases: ["go"]) }
    }
    #expect(found.count == 2)
  }
}

import Logging
import Synchronization
import Testing
import VocativeIntents
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The life cycle of a request: resolve, confirm, perform")
struct LifecycleTests {
  private struct Oven: Entity, Equatable {
    let id: String
    let displayName: String
    let spokenNames: [String]
    static let all = [
      Oven(id: "big", displayName: "Big oven", spokenNames: ["big oven", "oven"]),
      Oven(id: "small", displayName: "Small oven", spokenNames: ["small oven", "oven"]),
    ]
    static let defaultQuery = OvenQuery()
    struct OvenQuery: EntityQuery {
      func allEntities() async throws -> [Oven] { Oven.all }
    }
  }

  private struct Bake: Intent {
    static let title = "Bake"
    static let resolvers = [
      ParameterResolver<Bake>(\.$degrees) { intent, degrees in
        guard let degrees else { return .needsValue(dialog: "How hot, for the \(intent.oven.dialogName)?") }
        if degrees > 250 { return .unsupported(reason: "The \(intent.oven.dialogName) gets no hotter than 250.") }
        if degrees > 230 { return .confirmationRequired(degrees, dialog: "Really \(degrees) degrees?") }
        return .success(degrees)
      },
      ParameterResolver<Bake>(optional: \.$rack) { _, rack in
        guard let rack else { return .notRequired }
        if rack == 8 { return .confirmationRequired(rack, dialog: "Really rack \(rack)?") }
        return rack == 9 ? .disambiguation(among: [1, 2], dialog: "Rack one or two?") : .success(rack)
      },
    ]
    @Parameter(title: "Oven", prompt: "Which oven?", disambiguationPrompt: "Which of the ovens?") var oven: Oven
    @Parameter(title: "Degrees", prompt: "How hot?", in: 0...400) var degrees: Int
    @Parameter(title: "Rack") var rack: Int?

    func confirm() async throws -> IntentResponse {
      if oven.id == "small", degrees < 50 { return .failure("The small oven is never that cold.") }
      return degrees > 200 ? .ready("Shall I heat the \(oven.dialogName) to \(degrees)?") : .ready()
    }

    func perform() async throws -> IntentResponse {
      .success("Heating the \(oven.dialogName) to \(degrees)\(rack.map { " on rack \($0)" } ?? "").")
    }
  }

  private struct Roast: Intent {
    static let title = "Roast"
    static let resolvers = [
      ParameterResolver<Roast>(\.$pounds) { _, pounds in
        guard let pounds else { return .needsValue() }
        return pounds > 10 ? .unsupported(reason: "That's too heavy.") : .success(pounds)
      },
      ParameterResolver<Roast>(\.$hours) { _, hours in
        guard let hours else { return .needsValue() }
        return hours > 5 ? .unsupported(reason: "That's too long.") : .success(hours)
      },
    ]
    @Parameter(title: "Pounds", prompt: "How heavy?", in: 0...100) var pounds: Int
    @Parameter(title: "Hours", prompt: "How long?", in: 0...100) var hours: Int
    func perform() async throws -> IntentResponse { .success("Roasting for \(hours) hours.") }
  }

  private struct Toast: Intent {
    static let title = "Toast"
    static let resolvers = [
      ParameterResolver<Toast>(\.$oven) { _, oven in
        guard let oven else { return .notRequired }
        return .success(oven.id == "big" ? Oven(id: "sold", displayName: "Sold oven", spokenNames: ["sold oven"]) : oven)
      },
      ParameterResolver<Toast>(\.$slices) { _, _ in .success(nil) },
    ]
    @Parameter(title: "Oven", prompt: "Which oven?") var oven: Oven
    @Parameter(title: "Slices") var slices: Int?
    func perform() async throws -> IntentResponse {
      .success("Toasting \(slices?.description ?? "bread") in the \(oven.dialogName).")
    }
  }

  private struct Rest: Intent {
    static let title = "Rest"
    @Parameter(title: "Time", prompt: "How long?", in: 0...60) var time: Int
    func perform() async throws -> IntentResponse { .success("Resting for \(time) minutes.") }
  }

  private struct Grill: Intent {
    static let title = "Grill"
    @Parameter(title: "Minutes", prompt: "How long?", default: 5) var minutes: Int
    func perform() async throws -> IntentResponse {
      IntentContext.current?.report("Heating up.")
      return .success("Grilled for \(minutes) minutes.")
    }
  }

  private func runtime() throws -> IntentRuntime {
    let assistant = try Assistant(name: "kitchen", wakePhrases: []) {
      IntentDefinition(Bake.self, phrases: ["heat [the] \(\.$oven)", "bake [on rack \(\.$rack)]", "\(\.$degrees) degrees"])
      IntentDefinition(Roast.self, phrases: ["roast"])
      IntentDefinition(Grill.self, phrases: ["grill", "grill for \(\.$minutes) minutes"])
      IntentDefinition(Toast.self, phrases: ["toast"])
      IntentDefinition(Rest.self, phrases: ["rest", "rest for \(\.$time) minute[s]"])
    }
    var limits = IntentRuntime.Limits()
    limits.patience = nil
    return IntentRuntime(
      assistant: assistant, limits: limits,
      logger: .silent)
  }

  private func ask(_ values: [String: String]) async throws -> IntentOutcome {
    await (try runtime()).perform(IntentRequest(intent: "Bake", values: values))
  }

  private func dialog(_ values: [String: String]) async throws -> String { try await ask(values).dialog }

  @Test("A spoken value that the resolver accepts is used")
  func success() async throws {
    #expect(try await dialog(["oven": "big", "degrees": "180"]) == "Heating the big oven to 180.")
  }

  @Test("A resolver that needs a value asks a question that depends on previous parameters")
  func needsValue() async throws {
    let question = try await ask(["oven": "small"]).question
    #expect(question?.dialog == "How hot, for the small oven?")
    #expect(question?.expectation == .value(parameter: "degrees"))
  }

  @Test("A value that a resolver chooses but that is not there is asked for again, and so is a required value that it leaves out")
  func missingResolvedValues() async throws {
    let runtime = try runtime()
    let none = try #require(await runtime.perform(.init(intent: "Toast")).question)
    #expect(none.dialog == "Which oven?")
    let sold = try #require(await runtime.perform(.init(intent: "Toast", values: ["oven": "big"])).question)
    #expect(sold.dialog == "That oven isn't there anymore. Which oven?")
    #expect(
      await runtime.perform(.init(intent: "Toast", values: ["oven": "small"])).dialog == "Toasting bread in the small oven.",
      "an optional value that a resolver leaves out stays empty")
  }

  @Test(
    "A number is understood with its unit, as its title or a phrase has it, and with common words around it",
    arguments: ["twenty", "twenty minutes", "for twenty minutes please", "i mean twenty", "twenty time"])
  func units(answer: String) async throws {
    let runtime = try runtime()
    let question = try #require(await runtime.perform(.init(intent: "Rest")).question)
    let grammar = try CompiledGrammar(runtime.grammar(answering: question, in: try await runtime.grammar()))
    #expect(grammar.match(SpokenText.words(of: answer))?.slots.map(\.value) == ["20"])
  }

  @Test("Without a resolver, a missing value is asked for with the prompt, with suggestions as a hint")
  func prompt() async throws {
    let question = try await ask([:]).question
    #expect(question?.dialog == "Which oven?")
    #expect(question?.hint == "You can say big oven or small oven.")
  }

  @Test("A shared name asks which value is meant, by name or position")
  func disambiguation() async throws {
    let runtime = try runtime()
    let question = try #require(
      await runtime.perform(.init(intent: "Bake", values: ["oven": "oven", "degrees": "100"])).question)
    #expect(question.dialog == "Which of the ovens, big oven or small oven?")
    let grammar = try CompiledGrammar(runtime.grammar(answering: question, in: try await runtime.grammar()))
    let choices = [
      "the first one": "big", "the second one": "small", "big": "big", "small oven": "small", "the last one": "small",
      "number two": "small", "the second one please": "small", "i mean the big oven please": "big", "in the small oven": "small",
      "the one in the small oven": "small",
    ]
    for (words, oven) in choices {
      #expect(grammar.match(SpokenText.words(of: words))?.slots.first?.value == oven, "\(words)")
    }
    #expect(grammar.match(["oven"]) == nil)
    #expect(grammar.match(["grill"]) == nil)
  }

  @Test("A resolver that asks which value is meant offers its own choices")
  func resolverDisambiguation() async throws {
    let question = try await ask(["oven": "big", "degrees": "100", "rack": "9"]).question
    #expect(question?.dialog == "Rack one or two?")
    guard case .choice("rack", let values)? = question?.expectation else {
      Issue.record("no choice")
      return
    }
    #expect(values.map(\.identifier) == ["1", "2"])
    #expect(question?.hint == "You can say one or two.", "the question itself may not say them")
  }

  @Test("If a value must be confirmed, \"yes\" continues with it, and \"no\" asks for another one")
  func valueConfirmation() async throws {
    let runtime = try runtime()
    let outcome = await runtime.perform(.init(intent: "Bake", values: ["oven": "big", "degrees": "240"]))
    let question = try #require(outcome.question)
    #expect(question.dialog == "Really 240 degrees?")
    guard case .continues(let agreed) = runtime.receive(["confirmation": "yes"], answering: question),
      case .continues(let refused) = runtime.receive(["confirmation": "no"], answering: question)
    else {
      Issue.record("the answer was not accepted")
      return
    }
    #expect(await runtime.perform(agreed).question?.dialog == "Shall I heat the big oven to 240?")
    #expect(await runtime.perform(refused).question?.dialog == "How hot, for the big oven?")
  }

  @Test("If the value of an optional parameter must be confirmed, \"no\" asks for another one, too")
  func optionalValueConfirmation() async throws {
    let runtime = try runtime()
    let said = ["oven": "big", "degrees": "180", "rack": "8"]
    let question = try #require(await runtime.perform(.init(intent: "Bake", values: said)).question)
    #expect(question.dialog == "Really rack 8?")
    guard case .continues(let refused) = runtime.receive(["confirmation": "no"], answering: question) else {
      Issue.record("the answer was not accepted")
      return
    }
    let another = try #require(await runtime.perform(refused).question)
    #expect(another.dialog == "Which rack?")
    guard case .continues(let answered) = runtime.receive(["rack": "2"], answering: another) else {
      Issue.record("the answer was not accepted")
      return
    }
    #expect(await runtime.perform(answered).dialog == "Heating the big oven to 180 on rack 2.")
  }

  @Test("For an unsupported value, the reason and the question are said once; the second time, the request fails with the reason")
  func unsupported() async throws {
    let runtime = try runtime()
    let question = try #require(await runtime.perform(.init(intent: "Bake", values: ["oven": "big", "degrees": "300"])).question)
    #expect(question.dialog == "The big oven gets no hotter than 250. How hot?")
    guard case .continues(let again) = runtime.receive(["degrees": "280"], answering: question) else {
      Issue.record("the answer was not accepted")
      return
    }
    #expect(await runtime.perform(again).answers.map(\.response) == [.failure("The big oven gets no hotter than 250.")])
  }

  @Test("Unsupported values of several parameters are counted separately")
  func unsupportedValuesOfSeveralParameters() async throws {
    let runtime = try runtime()
    let pounds = try #require(await runtime.perform(.init(intent: "Roast", values: ["pounds": "20", "hours": "9"])).question)
    #expect(pounds.dialog == "That's too heavy. How heavy?")
    guard case .continues(let lighter) = runtime.receive(["pounds": "5"], answering: pounds) else {
      Issue.record("the answer was not accepted")
      return
    }
    let hours = try #require(await runtime.perform(lighter).question)
    #expect(hours.dialog == "That's too long. How long?")
    guard case .continues(let shorter) = runtime.receive(["hours": "3"], answering: hours) else {
      Issue.record("the answer was not accepted")
      return
    }
    #expect(await runtime.perform(shorter).dialog == "Roasting for 3 hours.")
  }

  @Test("An optional parameter stays empty, or has the spoken value")
  func notRequired() async throws {
    #expect(try await dialog(["oven": "big", "degrees": "180", "rack": "2"]) == "Heating the big oven to 180 on rack 2.")
  }

  @Test("Progress and response belong to one dispatch, which has the names of the spoken values")
  func interaction() async throws {
    let updates = Mutex<[Interaction]>([])
    let outcome = try await runtime().perform(.init(intent: "Grill", values: ["minutes": "7"])) { answer in
      updates.withLock { $0 += [answer.interaction].compactMap(\.self) }
    }
    let interaction = try #require(outcome.answers.first?.interaction)
    #expect(interaction.response == .success("Grilled for 7 minutes."))
    #expect(interaction.dispatch.parameters == [.init(name: "minutes", title: "Minutes", display: "7")])
    #expect(updates.withLock { $0.map(\.response) } == [.inProgress("Heating up.")])
    #expect(updates.withLock { $0.map(\.dispatch) } == [interaction.dispatch])
  }

  @Test("\"Yes\" to the question whether to perform a request performs it, \"no\" declines it, and \"cancel\" cancels it")
  func confirm() async throws {
    let runtime = try runtime()
    let outcome = await runtime.perform(.init(intent: "Bake", values: ["oven": "big", "degrees": "220"]))
    let question = try #require(outcome.question)
    #expect(question.dialog == "Shall I heat the big oven to 220?")
    #expect(outcome.answers.isEmpty)
    guard case .continues(let agreed) = runtime.receive(["confirmation": "yes"], answering: question) else {
      Issue.record("\"yes\" was not accepted")
      return
    }
    #expect(await runtime.perform(agreed).dialog == "Heating the big oven to 220.")
    #expect(runtime.receive(["confirmation": "no"], answering: question) == .declined(.failure("All right, I won't.")))
    #expect(runtime.receive(["cancel": "yes"], answering: question) == .cancelled(.failure("All right.")))
  }

  @Test(
    "Common words for yes and no answer a question",
    arguments: [
      ("ok", "yes"), ("yup", "yes"), ("of course", "yes"), ("yes do it", "yes"), ("that is right", "yes"), ("not now", "no"),
      ("please don't", "no"), ("nevermind", "yes"), ("cancel that", "yes"),
    ])
  func answers(words: String, value: String) async throws {
    let runtime = try runtime()
    let question = try #require(
      await runtime.perform(.init(intent: "Bake", values: ["oven": "big", "degrees": "220"])).question)
    let grammar = try CompiledGrammar(runtime.grammar(answering: question, in: try await runtime.grammar()))
    let slot = try #require(grammar.match(SpokenText.words(of: words))?.slots.first)
    #expect(slot.name == (["nevermind", "cancel that"].contains(words) ? "cancel" : "confirmation"))
    #expect(slot.value == value)
  }

  @Test("A confirmation that responds with anything other than ready is final")
  func confirmRefuses() async throws {
    let outcome = try await ask(["oven": "small", "degrees": "10"])
    #expect(outcome.answers.map(\.response) == [.failure("The small oven is never that cold.")])
  }

  @Test("A default is used if no value was spoken, and does not count as spoken")
  func defaults() async throws {
    let runtime = try runtime()
    #expect(await runtime.perform(.init(intent: "Grill")).dialog == "Grilled for 5 minutes.")
    #expect(await runtime.perform(.init(intent: "Grill", values: ["minutes": "7"])).dialog == "Grilled for 7 minutes.")
  }

  @Test("A shortcut to an intent does what the spoken request does: it has the assigned values, and no defaults")
  func shortcuts() async throws {
    let spoken = await (try runtime()).perform(.init(intent: "Grill")).answers.first?.interaction?.dispatch.shortcut
    let shortcut = Shortcut(Grill())
    #expect(spoken.map(shortcut.doesTheSame) == true)
    #expect(shortcut.title == spoken?.title)
    let long = Grill()
    long.minutes = 7
    #expect(Shortcut(long).values == ["minutes": "7"])
  }

  @Test("Progress reports of a handler are said before its response")
  func progress() async throws {
    let told = Mutex<[String]>([])
    let outcome = await (try runtime()).perform(.init(intent: "Grill")) { update in
      told.withLock { $0.append("\(update.response.code.rawValue): \(update.response.dialog)") }
    }
    #expect(told.withLock { $0 } == ["inProgress: Heating up."])
    #expect(outcome.answers.map(\.response.code) == [.success])
  }

  @Test("An undeclared intent causes a failure instead of a crash")
  func unknown() async throws {
    let outcome = await (try runtime()).perform(.init(intent: "Fry"))
    #expect(outcome.answers.map(\.response) == [.failure("I don't know how to do that.")])
  }
}

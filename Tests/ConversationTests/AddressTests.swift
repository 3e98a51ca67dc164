import PocketSphinx
import Testing
import Vocative

@Suite("Addresses of the bundled assistants")
struct AddressTests {
  private let runtime: IntentRuntime
  private let assistants: [ScriptedAssistant]

  init() async throws {
    var assistants: [ScriptedAssistant] = []
    for name in ["money", "notes", "messages", "clock"] { assistants.append(try await ScriptedAssistant(named: name, under: [])) }
    self.assistants = assistants
    let members = assistants.flatMap(\.runtime.assistants)
    runtime = try IntentRuntime(inMemory: members, logger: ScriptedAssistant.logger)
  }

  @Test("Addresses before every sentence add fewer states to the graph than one fifth of the sentences")
  func size() async throws {
    let grammar = try await runtime.grammar().removingUnfillablePhrases()
    var plain = grammar
    plain.addresses = []
    #expect(grammar.addresses.count == 4)
    let all = try CompiledGrammar(grammar).wordGraph().stateCount
    let without = try CompiledGrammar(plain).wordGraph().stateCount
    #expect(all < without * 6 / 5, "\(all) states with addresses, \(without) without")
  }

  @Test(
    "Every kind of sentence may be addressed",
    arguments: [
      ("ask money vacation goal", "money"), ("in notes read my packing note", "notes"), ("vacation goal in money", "money"),
      ("ask the clock what time is it", "clock"), ("tell messages read my newest message", "messages"),
      ("ask money to spend", nil), ("take a note that the plumber comes in notes", "notes"),
      ("ask clock to set a timer for ten minutes", nil), ("ask clock set a timer for 10 minutes", "clock"),
      ("ask notes vacation goal", nil), ("could you please ask money vacation goal", "money"), ("vacation goal please", "money"),
    ] as [(String, String?)])
  func every(text: String, assistant: String?) async throws {
    var conversation = TypedConversation(runtime: runtime)
    #expect(try await conversation.say(text).first?.assistant == assistant)
  }
}

import PocketSphinx
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The use of names in a vocabulary")
struct VocabularyUseTests {
  private struct Person: Entity {
    struct People: EntityQuery {
      func allEntities() async throws -> [Person] { [Person(id: "1", name: "Shawn"), Person(id: "2", name: "Sean")] }
      /// Another person can be found, but is not listed.
      func entities(for identifiers: [String]) async throws -> [Person] {
        let known = try await allEntities() + [Person(id: "3", name: "Anna")]
        return known.filter { identifiers.contains($0.id) }
      }
    }

    static let defaultQuery = People()
    static let vocabularyKind: VocabularyKind? = .contactName
    let id: String
    let name: String
    var displayName: String { name }
  }

  private struct Call: Intent {
    static let title = "Call"
    @Parameter(title: "Person") var person: Person
    func perform() async throws -> IntentResponse { .success("Calling \(person.name).") }
  }

  private let assistant: Assistant
  private let memory: AssistantMemory
  private let runtime: IntentRuntime
  private let log = RecordedLog()

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "test")
    assistant = try Assistant(name: "test", wakePhrases: ["hey assistant"]) {
      IntentDefinition(Call.self, phrases: ["call \(\.$person)"])
    }
    runtime = IntentRuntime(assistant: assistant, memory: memory, logger: log.logger)
  }

  private func set(_ names: [(String, String)], of kind: VocabularyKind = .contactName) async throws {
    try await memory.vocabulary.set(
      names.map { SpeakableString(vocabularyIdentifier: $0.0, spokenPhrase: $0.1) }, of: kind)
  }

  @Test("A name of something that is not listed makes it a value")
  func found() async throws {
    try await set([("3", "Annie")])
    let grammar = try CompiledGrammar(try await runtime.grammar())
    #expect(grammar.match(["call", "annie"])?.slotValues == ["person": "3"])
    #expect(grammar.match(["call", "anna"])?.slotValues == ["person": "3"])
    #expect(log.messages.isEmpty)
  }

  @Test("A name of nothing, and names of a kind that no parameter has, are logged once, by their number")
  func unused() async throws {
    try await set([("1", "Shawn"), ("9", "Nobody")])
    try await set([("8", "Holiday")], of: .photoTag)
    for _ in 1...3 { _ = try await runtime.grammar() }
    #expect(
      log.messages == [
        "warning: 2 of the contactName vocabulary of the assistant \"test\" is not used: nothing has its identifier",
        "warning: the photoTag vocabulary of the assistant \"test\" is not used: no parameter has values of this kind",
      ])
  }

  @Test("A pronunciation with phones that the model does not have is logged, and the name is used without it")
  func oddPhones() async throws {
    let dictionary = try PronunciationDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
    let runtime = IntentRuntime(
      assistant: assistant, memory: memory,
      pronunciations: PronunciationLookup(dictionary: dictionary, phones: ["SH", "AO", "N"]), logger: log.logger)
    let hints = [("1", ["SH", "AO", "N"]), ("2", ["SCH", "O", "N"])]
    try await memory.vocabulary.set(
      hints.map { SpeakableString(vocabularyIdentifier: $0.0, spokenPhrase: "Shawny", pronunciationHint: $0.1) }, of: .contactName
    )
    for _ in 1...2 {
      let values = try await runtime.grammar().lists.values.joined()
      #expect(values.flatMap(\.pronunciations.values).allSatisfy { $0 == ["SH", "AO", "N"] })
    }
    #expect(
      log.messages == [
        "warning: the pronunciation of 2 of the contactName vocabulary of the assistant \"test\" is not used: the model does not have "
          + "its phones"
      ])
  }

  @Test(
    "Of two names that sound alike, the one that comes first in the vocabulary is heard",
    arguments: [([("1", "Shawn"), ("2", "Sean")], "shawn"), ([("2", "Sean"), ("1", "Shawn")], "sean")])
  func order(names: [(String, String)], heard: String) async throws {
    try await set(names)
    let grammar = try await runtime.grammar()
    let phones = ["SH", "AO", "N"]
    let lexicon = Lexicon(["shawn": [phones], "sean": [phones], "call": [["K", "AO", "L"]]])
    let (distinct, removed) = grammar.removingSoundalikes(by: lexicon)
    #expect(removed == 1)
    let words = try CompiledGrammar(distinct).words
    #expect(words.contains(heard) && !words.isSuperset(of: ["shawn", "sean"]))
    // Typed names are told apart.
    let typed = try CompiledGrammar(grammar)
    #expect(typed.match(["call", "sean"])?.slotValues == ["person": "2"])
    #expect(typed.match(["call", "shawn"])?.slotValues == ["person": "1"])
  }

  @Test("Without an order, names that sound alike stay")
  func noOrder() async throws {
    let phones = ["SH", "AO", "N"]
    let grammar = try await runtime.grammar()
    #expect(grammar.removingSoundalikes(by: Lexicon(["shawn": [phones], "sean": [phones]])).removed == 0)
  }
}

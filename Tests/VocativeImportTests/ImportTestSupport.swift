import Logging
import Testing
import VocativeImport
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

/// Imports files and tests the resulting assistant.
struct Importing {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns the result of importing one text.
  func result(
    of text: String, named name: String = "sentences.yaml", with others: [String] = [], area: String? = nil,
    handler: ImportedAssistant.Handler? = nil
  ) throws -> AssistantImporter.Result {
    var importer = AssistantImporter()
    importer.area = area
    importer.handler = handler
    return try importer.result(of: [try folder.write(text, to: name)] + others)
  }

  /// Returns the findings as text, without the folder.
  func findings(_ result: AssistantImporter.Result) -> [String] {
    result.findings.map { $0.description.replacing(folder.path + "/", with: "") }
  }

  /// Returns the intent and sorted slots that the resulting file understands for some words; nil if it understands nothing.
  func understood(_ words: String, _ result: AssistantImporter.Result) async throws -> String? {
    let path = try folder.write(result.text, to: "imported.intents.yaml")
    let assistant = try IntentsFile.load(path: path)
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name),
      logger: .silent)
    guard let match = try CompiledGrammar(try await runtime.grammar()).match(SpokenText.words(of: words)) else { return nil }
    let slots = match.slots.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: " ")
    let values = Dictionary(match.slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let outcome = await runtime.perform(IntentRequest(intent: match.intent, values: values))
    return "\(match.intent) \(slots): \(outcome.dialog)".replacing(" :", with: ":")
  }
}

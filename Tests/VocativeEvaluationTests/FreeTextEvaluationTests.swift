import Foundation
import Testing
import Vocative
import VocativeEvaluation
import VocativeTestSupport

@Suite("Evaluating free text")
struct FreeTextEvaluationTests {
  @Test("The data for free text is loaded before a recording, so that no command takes the time for it")
  func preparation() async throws {
    let folder = try TemporaryFolder()
    let languageModel = "en-us.lm.bin"
    for name in ["en-us", "cmudict-en-us.dict", languageModel] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(name)", withDestinationPath: "\(RecognitionModel.defaultDirectory)/\(name)")
    }
    let model = try RecognitionModel(directory: folder.path)
    let note = "take a note {text}"
    let grammar = Grammar(
      phrases: [.init(intent: "TakeNote", template: try Template(note), text: note)], kinds: ["text": .text])
    let plan = try SpeechPlanner(model: model, wakePhrases: ["hey assistant"]).plan(for: grammar)
    // Without the file, the silent recording fails only if the data is loaded for it.
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(languageModel)")
    let error = await #expect(throws: (any Error).self) {
      try await UnderstandingEvaluation(model: model, plan: plan, method: .pipeline).run(
        [.init(audio: "silence.wav", expectation: .rejected)], jobs: 1,
        audio: { _, _ in EvaluationAudio([Int16](repeating: 0, count: 16_000)) }, progress: {})
    }
    let description = error.map { "\($0)" } ?? ""
    #expect(description.contains(languageModel), "\(description)")
  }
}

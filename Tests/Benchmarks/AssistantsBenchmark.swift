import AcousticFrontEnd
import Foundation
import Logging
import PocketSphinx
import Vocative
import VocativeDetection
import VocativeTesting

/// Compares 20 assistants with 50 intents each with one assistant of the same 1,000 sentences: `AssistantsBenchmark [RUNS]`.
///
/// Prints a table with the minimum of all runs, in processor time, because other programs use the processor too.
@main
struct AssistantsBenchmark {
  private static let places = [
    "kitchen", "garden", "bedroom", "bathroom", "garage", "office", "cellar", "attic", "hall", "library", "nursery", "studio",
    "workshop", "balcony", "terrace", "stable", "cabin", "tower", "museum", "harbor",
  ]
  private static let verbs = ["open", "close", "start", "stop", "check", "lift", "move", "clean", "paint", "repair"]
  private static let objects = ["door", "window", "lamp", "heater", "radio"]
  private static let wakePhrase = "hey assistant"
  private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

  /// The figures of one run.
  struct Figures {
    /// Seconds from the files to readiness, with the recognition model.
    var load = 0.0
    /// Milliseconds for a frame of 20 ms of quiet.
    var quiet = 0.0
    /// Milliseconds for a spoken sentence.
    var understanding = 0.0
    /// The number of sentences that are understood.
    var understood = 0

    /// The minimum of each time.
    func min(_ other: Figures) -> Figures {
      Figures(
        load: Swift.min(load, other.load), quiet: Swift.min(quiet, other.quiet),
        understanding: Swift.min(understanding, other.understanding), understood: Swift.min(understood, other.understood))
    }
  }

  static func main() async throws {
    let runs = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assistants-benchmark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let several = try places.map { try write([$0], to: "\(folder)/\($0).intents.yaml") }
    let one = [try write(places, to: "\(folder)/house.intents.yaml")]
    var speech: [(sentence: String, samples: [Int16])] = []
    for (index, place) in places.enumerated() {
      let sentence = "\(verbs[index % verbs.count]) the \(place) \(objects[index % objects.count])"
      speech.append((sentence, try await SpeechEngine.flite.synthesize(sentence).samples))
    }
    var figures: [Figures] = []
    for files in [several, one] {
      var best: Figures?
      for _ in 0..<runs {
        let measured = try await measure(files, speech: speech)
        best = best.map { $0.min(measured) } ?? measured
      }
      if let best { figures.append(best) }
    }
    print(table(figures[0], figures[1], runs: runs, sentences: speech.count))
    guard figures[0].load < 2, figures[0].quiet <= 1, figures[0].understanding <= 1.5 * figures[1].understanding else { exit(1) }
  }

  /// Writes an intents file with 50 intents of one phrase for each place, and returns its path.
  private static func write(_ places: [String], to path: String) throws -> String {
    var lines = ["wake: \(wakePhrase)", "intents:"]
    for place in places {
      for verb in verbs {
        for object in objects {
          let sentence = "\(verb) the \(place) \(object)"
          lines.append("  \(verb.capitalized)\(place.capitalized)\(object.capitalized):")
          lines.append("    phrases: [\"\(sentence)\"]\n    response: \"Done.\"")
        }
      }
    }
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static func measure(_ files: [String], speech: [(sentence: String, samples: [Int16])]) async throws -> Figures {
    var figures = Figures()
    let start = processorTime()
    let model = try RecognitionModel()
    let catalog = AssistantCatalog(
      registry: AssistantRegistry([]), folders: AssistantFolders([]), disabled: DisabledAssistants(path: files[0] + ".disabled"))
    let loaded = try await LoadedAssistants(AssistantSelection(files: files, in: catalog), model: model, logger: logger)
    let runtime = try IntentRuntime(inMemory: loaded.assistants, logger: logger)
    let plan = try SpeechPlanner(model: model, assistant: runtime.assistant).plan(for: try await runtime.grammar())
    let frontEnd = UtteranceFrontEnd(model: model.acousticModel)
    let detector = Detector(model: model.acousticModel, frontEnd: frontEnd)
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    let recognizer = CommandRecognizer(model: model.acousticModel, frontEnd: frontEnd, dictation: model.dictation)
    try recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
    figures.load = processorTime() - start

    let frames = 60 * AudioFrame.sampleRate / AudioFrame.sampleCount
    var noise = SystemNoise()
    let quietStart = processorTime()
    for frame in 0..<frames {
      let samples = (0..<AudioFrame.sampleCount).map { _ in noise.next() }
      _ = try detector.process(AudioFrame(samples: samples, sampleTime: frame * AudioFrame.sampleCount))
    }
    figures.quiet = (processorTime() - quietStart) / Double(frames) * 1000

    let speechStart = processorTime()
    for (sentence, samples) in speech {
      if case .understood(let found) = try recognizer.recognize(samples, from: .command), found.text == sentence {
        figures.understood += 1
      }
    }
    figures.understanding = (processorTime() - speechStart) / Double(speech.count) * 1000
    return figures
  }

  /// The processor time of this process in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func table(_ several: Figures, _ one: Figures, runs: Int, sentences: Int) -> String {
    func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
    return """
      Minimum of \(runs) runs, in processor time.

      | | 20 assistants with 50 intents | 1 assistant with 1,000 intents | limit |
      |---|---|---|---|
      | load, with the recognition model | \(number(several.load, 2)) s | \(number(one.load, 2)) s | 2 s |
      | a frame of 20 ms of quiet | \(number(several.quiet, 3)) ms | \(number(one.quiet, 3)) ms | 1 ms |
      | understanding a sentence | \(number(several.understanding, 0)) ms | \(number(one.understanding, 0)) ms | 1.5 times as long |
      | understood of \(sentences) sentences | \(several.understood) | \(one.understood) | |
      """
  }
}

/// Quiet noise, the same in each run.
private struct SystemNoise {
  private var state: UInt64 = 1

  mutating func next() -> Int16 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int16(truncatingIfNeeded: state >> 60) - 8
  }
}

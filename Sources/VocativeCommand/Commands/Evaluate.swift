import ArgumentParser
import Foundation
import Logging
import PocketSphinx
import Vocative
import VocativeEvaluation

/// `vocative evaluate MANIFEST`: how well recordings are understood, or keyphrases spotted.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how well the recordings of a manifest are understood, or keyphrases spotted.",
    discussion: """
      The manifest has one JSON object a line: {"audio": file, "intent": name, "slots": {…}} for what must be understood so, \
      "intent": null for what must be rejected, "phrases": […] for what must be spotted. With --phrases only spotting is measured; \
      otherwise each recording is one command as it would follow the wake phrase.
      """)

  @Option(help: "The assistant whose phrases are understood.")
  var assistant: String?

  @Option(help: ArgumentHelp("An intents file whose phrases are understood.", valueName: "file"))
  var intents: String?

  @Option(help: ArgumentHelp("Keyphrases to spot, separated by commas.", valueName: "a,b"))
  var phrases: String?

  @Option(help: ArgumentHelp("A manifest of recordings without the keyphrases, for false alarms.", valueName: "manifest"))
  var negatives: String?

  @Option(help: ArgumentHelp("Noise to mix in; needs --snr.", valueName: "file"))
  var noise: String?

  @Option(help: ArgumentHelp("Signal-to-noise ratios in dB, separated by commas.", valueName: "dB,…"))
  var snr: String?

  @Option(help: ArgumentHelp("Write the results as JSON.", valueName: "file"))
  var json: String?

  @Option(help: "Recordings decoded side by side.")
  var jobs = 1

  @Flag(help: "Measure plain PocketSphinx beside it: default settings, no second hearing, no confidence.")
  var baseline = false

  @Flag(help: "One line a recording: the verdict, what was understood, and the evidence.")
  var details = false

  @Option(help: ArgumentHelp("Folder of the recognition model.", valueName: "folder"))
  var model: String?

  @Argument(help: "The manifest.", completion: .file())
  var manifest: String

  private var ratios: [Double]? {
    let texts = (snr ?? "").split(separator: ",")
    let numbers = texts.compactMap { Double($0) }
    return numbers.count == texts.count ? numbers : nil
  }

  func validate() throws {
    guard (noise == nil) == (snr == nil) else { throw ValidationError("--noise and --snr belong together") }
    guard ratios != nil else { throw ValidationError("--snr takes numbers separated by commas, as in 6,9,12") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
    guard phrases == nil || (assistant == nil && intents == nil) else {
      throw ValidationError("--phrases measures spotting alone; leave --assistant and --intents out")
    }
    guard negatives == nil || phrases != nil else { throw ValidationError("--negatives belongs to --phrases") }
    guard assistant == nil || intents == nil else { throw ValidationError("--assistant and --intents exclude each other") }
  }

  func run() async throws {
    let logger = LibraryMessages.logger(level: .warning)
    let entries = try EvaluationManifest(path: manifest).entries
    let recordings = try await EvaluationRecordings(noise: noise, logger: logger)
    let conditions: [Double?] = snr == nil ? [nil] : (ratios ?? [])
    let model = try RecognitionModel(directory: model)
    let report: EvaluationReport
    if let phrases {
      report = try await spotting(of: phrases, entries, recordings, conditions, model)
    } else {
      report = try await understanding(entries, recordings, conditions, model, logger)
    }
    if let json { try report.json.write(to: URL(fileURLWithPath: json)) }
  }

  // MARK: Understanding

  private func understanding(
    _ entries: [EvaluationManifest.Entry], _ recordings: EvaluationRecordings, _ conditions: [Double?],
    _ model: RecognitionModel, _ logger: Logger
  ) async throws -> EvaluationReport {
    let choice = AssistantChoice(name: assistant, intentsFile: intents)
    let chosen = try AssistantLoader.load(choice, logger: logger)
    let grammar = try await IntentRuntime(forgetful: chosen, logger: logger).grammar()
    let plan = try SpeechPlanner(model: model, assistant: chosen).plan(for: grammar)
    func evaluate(_ configuration: CommandRecognizer.Configuration, _ ratio: Double?) async throws -> EvaluationReport.Condition {
      let evaluation = UnderstandingEvaluation(
        model: model.acousticModel, configuration: configuration, grammar: plan.grammar, wakePhrases: plan.wakePhrases,
        lexicon: plan.lexicon)
      let progress = ProgressLine(total: entries.count)
      let results = try await evaluation.run(
        entries, jobs: jobs, samples: { try await recordings.samples(of: $1, index: $0, ratio: ratio) }, progress: progress.step)
      progress.finish()
      if details { for result in results { StandardOutput.line(EvaluationLines.detail(of: result)) } }
      return .init(results, snr: ratio)
    }
    var measured: [EvaluationReport.Condition] = []
    for ratio in conditions {
      let condition = try await evaluate(.init(), ratio)
      StandardOutput.line(EvaluationLines.summary(of: condition))
      measured.append(condition)
      guard baseline else { continue }
      let plain = try await evaluate(.plain, ratio)
      StandardOutput.line(EvaluationLines.comparison(of: condition, with: plain))
    }
    return EvaluationReport(conditions: measured, negativeHours: 0)
  }

  // MARK: Spotting

  private func spotting(
    of list: String, _ entries: [EvaluationManifest.Entry], _ recordings: EvaluationRecordings, _ conditions: [Double?],
    _ model: RecognitionModel
  ) async throws -> EvaluationReport {
    let phrases = list.split(separator: ",").map { SpokenText.words(of: String($0)).joined(separator: " ") }
    let negativeEntries = try negatives.map { try EvaluationManifest(path: $0).entries } ?? []
    // An empty grammar and the phrases as wake phrases: the planner finds the pronunciations and names a word it does not know.
    let plan = try SpeechPlanner(model: model, wakePhrases: phrases).plan(for: Grammar())
    func evaluate(_ method: SpottingEvaluation.Method, _ ratio: Double?) async throws -> (EvaluationReport.Condition, Double) {
      let evaluation = SpottingEvaluation(
        model: model.acousticModel, lexicon: plan.lexicon, phrases: phrases, method: method)
      let progress = ProgressLine(total: entries.count + negativeEntries.count)
      func run(_ entries: [EvaluationManifest.Entry]) async throws -> [SpottingEvaluation.Result] {
        try await evaluation.run(
          entries, jobs: jobs, samples: { try await recordings.samples(of: $1, index: $0, ratio: ratio) },
          progress: progress.step)
      }
      let (found, alarms) = (try await run(entries), try await run(negativeEntries))
      progress.finish()
      let hours = alarms.map(\.duration).reduce(0, +) / 3600
      return (.init(found, negatives: alarms, phrases: phrases, snr: ratio), hours)
    }
    var measured: [EvaluationReport.Condition] = []
    var hours = 0.0
    for ratio in conditions {
      let (condition, negativeHours) = try await evaluate(.pipeline, ratio)
      hours = negativeHours
      EvaluationLines.operatingPoints(of: condition).forEach(StandardOutput.line)
      measured.append(condition)
      guard baseline else { continue }
      let (plain, _) = try await evaluate(.plain, ratio)
      StandardOutput.line("plain PocketSphinx:")
      EvaluationLines.operatingPoints(of: plain).forEach(StandardOutput.line)
      StandardOutput.line(EvaluationLines.speedComparison(of: condition, with: plain))
    }
    return EvaluationReport(conditions: measured, negativeHours: hours)
  }
}

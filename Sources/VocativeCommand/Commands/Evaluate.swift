import ArgumentParser
import Foundation
import Logging
import PocketSphinx
import Synchronization
import Vocative
import VocativeEvaluation

/// `vocative evaluate MANIFEST`: how well recordings are understood.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how well the recordings of a manifest are understood.",
    discussion: """
      The manifest has one JSON object a line: {"audio": file, "intent": name, "slots": {…}}, or "intent": null for what must be \
      rejected. Each recording is one command as it would follow the wake phrase.
      """)

  @OptionGroup var options: AssistantOptions

  @Option(help: ArgumentHelp("Noise to mix in; needs --snr.", valueName: "file"))
  var noise: String?

  @Option(help: ArgumentHelp("Signal-to-noise ratios in dB, separated by commas.", valueName: "dB,…"))
  var snr: String?

  @Option(help: ArgumentHelp("Write the results as JSON.", valueName: "file"))
  var jsonOutput: String?

  @Option(help: "Recordings decoded side by side.")
  var jobs = 1

  @Flag(help: "One line a recording: the verdict, what was understood, and the evidence.")
  var details = false

  @Argument(help: "The manifest.", completion: .file())
  var manifest: String

  private var ratios: [Double]? {
    guard let snr else { return [] }
    let numbers = snr.split(separator: ",").compactMap { Double($0) }
    return numbers.count == snr.split(separator: ",").count ? numbers : nil
  }

  func validate() throws {
    guard (noise == nil) == (snr == nil) else { throw ValidationError("--noise and --snr belong together") }
    guard ratios != nil else { throw ValidationError("--snr takes numbers separated by commas, as in 6,9,12") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
  }

  func run() async throws {
    let logger = options.makeLogger()
    let entries = try EvaluationManifest(path: manifest).entries
    let model = try RecognitionModel(directory: options.model)
    let assistant = try options.loadAssistant(logger: logger)
    let grammar = try await IntentRuntime(assistant: assistant, logger: logger).grammar()
    let plan = try SpeechPlanner(model: model, wakePhrases: assistant.wakePhrases, wakeLocation: assistant.location)
      .plan(for: grammar)
    let evaluation = UnderstandingEvaluation(
      model: model.acousticModel, configuration: .init(), grammar: plan.grammar, wakePhrases: plan.wakePhrases,
      lexicon: plan.lexicon)
    var mixer: NoiseMixer?
    if let noise { mixer = NoiseMixer(noise: try await Self.samples(of: noise, logger: logger)) }
    let conditions: [Double?] = mixer == nil ? [nil] : (ratios ?? [])
    for ratio in conditions {
      let results = try await evaluation.run(
        entries, jobs: jobs,
        samples: { [mixer] index, entry in
          let speech = try await Self.samples(of: entry.audio, logger: logger)
          guard let ratio, let mixer else { return speech }
          return mixer.mixed(speech, ratio: ratio, seed: UInt64(index))
        }, progress: {})
      report(results, ratio: ratio)
    }
  }

  private func report(_ results: [UnderstandingEvaluation.Result], ratio: Double?) {
    func count(_ verdict: UnderstandingEvaluation.Result.Verdict) -> Int { results.count { $0.verdict == verdict } }
    if details {
      for result in results { StandardOutput.line(detail(of: result)) }
    }
    let audio = results.map(\.duration).reduce(0, +)
    let time = results.map(\.decisionTime).reduce(0, +)
    let condition = ratio.map { String(format: "%g dB", $0) } ?? "clean"
    StandardOutput.line(
      "\(condition): \(results.count) recordings, correct \(Self.share(count(.correct), results.count)), "
        + "wrong \(Self.share(count(.wrong), results.count)), rejected \(Self.share(count(.rejected), results.count)), "
        + String(format: "real-time factor %.4f", time / max(audio, 1e-9)))
  }

  private func detail(of result: UnderstandingEvaluation.Result) -> String {
    let name = (result.entry.audio as NSString).lastPathComponent
    switch result.understanding {
    case .understood(let found):
      return line(result.verdict.rawValue, name, found)
    case .rejected(let rejection):
      guard let found = rejection.best else { return "\(result.verdict.rawValue)\t\(name)\t-\t-\t-" }
      return line(result.verdict.rawValue, name, found)
    case .wakePhraseOnly: return "\(result.verdict.rawValue)\t\(name)\t-\t-\t-"
    }
  }

  private func line(_ verdict: String, _ name: String, _ found: Interpretation) -> String {
    let evidence =
      found.evidence.map {
        String(
          format: "%.2f\t%.2f\t%.1f\t%d\t%d", $0.phraseAdvantage, $0.worstWordAdvantage, $0.phoneLoopScore, $0.frameCount,
          $0.wordCount)
      } ?? "-"
    return "\(verdict)\t\(name)\t\(evidence)\t\(String(format: "%.2f", found.confidence))\t\(found.text)"
  }

  private static func share(_ part: Int, _ whole: Int) -> String { String(format: "%.3f", Double(part) / Double(max(whole, 1))) }

  private static func samples(of path: String, logger: Logger) async throws -> [Int16] {
    var samples: [Int16] = []
    for try await frame in AudioFileSource(path: path, logger: logger).frames() { samples += frame.samples }
    return samples
  }
}

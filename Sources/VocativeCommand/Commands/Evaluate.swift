import ArgumentParser
import Foundation
import Logging
import PocketSphinx
import Vocative
import VocativeEvaluation

/// `vocative evaluate MANIFEST`: measures recognition or spotting.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the recognition of recordings, or the spotting of keyphrases.",
    discussion: """
      The manifest has one JSON object a line: {"audio": file, "intent": name, "slots": {…}} for an expected command, "intent": null \
      for an expected rejection, "phrases": […] for expected keyphrases. With --phrases, only spotting is measured. Otherwise, each \
      recording is one command as it follows the wake phrase; with "wake": true, it includes the wake phrase.

      Latency is the time from the end of speech to the decision, in the time of the audio: the trailing silence until the end is \
      detected, and the processor time of the remaining work. Speech ends where voice activity ends in the recording without added \
      noise; after the recording, its noise or quiet continues. For spotting, latency is the time from the end of a phrase to its \
      report. Times are processor times, so --jobs and other programs do not lengthen them.

      --baseline measures plain PocketSphinx with default options and the whole dictionary: the same grammar without rejections, or \
      a keyword list with one threshold.
      """)

  @Option(
    help: "The assistant to measure: \(AssistantLoader.names.joined(separator: ", ")) (default: \(AssistantLoader.names[0])).")
  var assistant: String?

  @Option(help: ArgumentHelp("The intents file to measure, in place of --assistant.", valueName: "file"))
  var intents: String?

  @Option(help: ArgumentHelp("Measure the spotting of these keyphrases, separated by commas.", valueName: "a,b"))
  var phrases: String?

  @Option(
    help: ArgumentHelp(
      "A manifest of recordings without the keyphrases, in which false alarms are counted.", valueName: "manifest"))
  var negatives: String?

  @Option(
    help: ArgumentHelp(
      "A calibration file from \"vocative tune\" with thresholds (default: the untuned thresholds).", valueName: "file"))
  var calibration: String?

  @Option(help: ArgumentHelp("A recording of noise to mix into the recordings; requires --snr.", valueName: "file"))
  var noise: String?

  @Option(help: ArgumentHelp("Signal-to-noise ratios in dB, separated by commas.", valueName: "dB,…"))
  var snr: String?

  @Option(help: ArgumentHelp("Write the results to this file as JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Draw the results to this file as SVG.", valueName: "file.svg"))
  var plot: String?

  @Option(help: "The number of recordings to decode in parallel; the results do not depend on it.")
  var jobs = 1

  @Flag(help: "Also measure plain PocketSphinx, and the ratios of errors and time.")
  var baseline = false

  @Flag(help: "Print the expected result, the result and the evidence of each recording; \"recordings\" in the JSON.")
  var details = false

  @Option(help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Argument(help: "The manifest.", completion: .file())
  var manifest: String

  private var ratios: [Double]? {
    let texts = (snr ?? "").split(separator: ",")
    let numbers = texts.compactMap { Double($0) }
    return numbers.count == texts.count && numbers.allSatisfy(\.isFinite) && numbers.isEmpty == (snr == nil) ? numbers : nil
  }

  private var keyphrases: [String] {
    (phrases ?? "").split(separator: ",").map { SpokenText.sentence(of: String($0)) }.filter { !$0.isEmpty }
  }

  func validate() throws {
    guard (noise == nil) == (snr == nil) else { throw ValidationError("--noise and --snr require each other") }
    guard ratios != nil else { throw ValidationError("--snr takes numbers separated by commas, as in 6,9,12") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
    guard phrases == nil || (assistant == nil && intents == nil) else {
      throw ValidationError("--phrases measures spotting only, without --assistant and --intents")
    }
    guard phrases == nil || !keyphrases.isEmpty else {
      throw ValidationError("--phrases takes phrases separated by commas, as in \"computer,hey assistant\"")
    }
    guard negatives == nil || phrases != nil else { throw ValidationError("--negatives requires --phrases") }
    guard calibration == nil || phrases != nil else { throw ValidationError("--calibration requires --phrases") }
    guard assistant == nil || intents == nil else { throw ValidationError("--assistant and --intents exclude each other") }
    // Before the run: it may take an hour, and its results would be lost.
    if let json { try OutputPath.requireWritable(json, "--json") }
    if let plot { try OutputPath.requireWritable(plot, "--plot") }
  }

  func run() async throws {
    let report = try await Interruption.cancelling { [self] in try await measure() }
    if let json { try report.json.write(to: URL(fileURLWithPath: json), options: .atomic) }
    if let plot { try Data(report.plot.utf8).write(to: URL(fileURLWithPath: plot), options: .atomic) }
  }

  private func measure() async throws -> EvaluationReport {
    let logger = LibraryMessages.logger(level: .warning)
    let entries = try recordings(of: manifest, mayBeEmpty: negatives != nil)
    let negativeEntries = try negatives.map { try recordings(of: $0, mayBeEmpty: false) } ?? []
    let conditions: [Double?] = snr == nil ? [nil] : ratios ?? []
    let run = EvaluationRun(
      entries: entries, negatives: negativeEntries, recordings: try await EvaluationRecordings(noise: noise, logger: logger),
      ratios: conditions, model: try RecognitionModel(directory: model), jobs: jobs, measuresBaseline: baseline,
      showsDetails: details,
      progress: ProgressLine(total: (entries.count + negativeEntries.count) * conditions.count * (baseline ? 2 : 1)))
    guard phrases == nil else { return try await run.spotting(of: keyphrases, calibration: try namedCalibration()) }
    return try await run.understanding(of: AssistantChoice(name: assistant, intentsFile: intents), logger: logger)
  }

  private func namedCalibration() throws -> SpottingCalibration? {
    guard let calibration else { return nil }
    guard let found = try SpottingCalibrationFile(path: calibration).read() else {
      throw ValidationError(
        "--calibration \(calibration): no such file; create it with: vocative tune --output \(calibration)")
    }
    return found
  }

  private func recordings(of path: String, mayBeEmpty: Bool) throws -> [EvaluationManifest.Entry] {
    let manifest = try EvaluationManifest(path: path)
    try manifest.checkRecordings(mayBeEmpty: mayBeEmpty)
    return manifest.entries
  }
}

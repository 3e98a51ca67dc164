import ArgumentParser
import Foundation
import Logging
import PocketSphinx
import ProgramOutput
import Vocative
import VocativeEvaluation

/// `vocative evaluate MANIFEST`: how well recordings are understood, or keyphrases spotted.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how well the recordings of a manifest are understood, or keyphrases spotted.",
    discussion: """
      The manifest has one JSON object a line: {"audio": file, "intent": name, "slots": {…}} for what must be understood so, \
      "intent": null for what must be rejected, "phrases": […] for what must be spotted. With --phrases only spotting is measured; \
      otherwise each recording is one command as it would follow the wake phrase, or, with "wake": true, behind it.

      Latency is the time from the end of speech to the decision, in the audio's own time: the trailing silence until the end is \
      noticed, and the processor time of what is left to do then. The end of speech is where voice activity ends in the recording \
      without added noise; after the recording its noise goes on, or quiet. For spotting it is the time from the end of a phrase \
      to its report. Times are processor time, so that --jobs and other programs do not lengthen them.

      --baseline is plain PocketSphinx: default options, the whole dictionary; the same grammar with whatever it forces believed, \
      or a keyword list with one threshold.
      """)

  @Option(help: "The assistant whose phrases are understood.")
  var assistant: String?

  @Option(help: ArgumentHelp("An intents file whose phrases are understood.", valueName: "file"))
  var intents: String?

  @Option(help: ArgumentHelp("Keyphrases to spot, separated by commas.", valueName: "a,b"))
  var phrases: String?

  @Option(help: ArgumentHelp("A manifest of recordings without the keyphrases, for false alarms.", valueName: "manifest"))
  var negatives: String?

  @Option(
    help: ArgumentHelp("Measure with the thresholds of this calibration file, which \"vocative tune\" wrote.", valueName: "file"))
  var calibration: String?

  @Option(help: ArgumentHelp("Noise to mix in; needs --snr.", valueName: "file"))
  var noise: String?

  @Option(help: ArgumentHelp("Signal-to-noise ratios in dB, separated by commas.", valueName: "dB,…"))
  var snr: String?

  @Option(help: ArgumentHelp("Write the results as JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Draw the results as SVG.", valueName: "file.svg"))
  var plot: String?

  @Option(help: "Recordings decoded side by side; the results do not depend on it.")
  var jobs = 1

  @Flag(help: "Measure plain PocketSphinx beside it, and the ratios of errors and time.")
  var baseline = false

  @Flag(help: "Tell of every recording what was expected, what was heard, and on what evidence; in the JSON as \"recordings\".")
  var details = false

  @Option(help: ArgumentHelp("Folder of the recognition model.", valueName: "folder"))
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
    guard (noise == nil) == (snr == nil) else { throw ValidationError("--noise and --snr belong together") }
    guard ratios != nil else { throw ValidationError("--snr takes numbers separated by commas, as in 6,9,12") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
    guard phrases == nil || (assistant == nil && intents == nil) else {
      throw ValidationError("--phrases measures spotting alone; leave --assistant and --intents out")
    }
    guard phrases == nil || !keyphrases.isEmpty else {
      throw ValidationError("--phrases takes phrases separated by commas, as in \"computer,hey assistant\"")
    }
    guard negatives == nil || phrases != nil else { throw ValidationError("--negatives belongs to --phrases") }
    guard calibration == nil || phrases != nil else { throw ValidationError("--calibration belongs to --phrases") }
    guard assistant == nil || intents == nil else { throw ValidationError("--assistant and --intents exclude each other") }
    // Before the run: it may take an hour, and its results would be lost.
    if let json { try OutputPath.requireWritable(json, "--json") }
    if let plot { try OutputPath.requireWritable(plot, "--plot") }
    try OutputPath.requireDifferent(json, "--json", plot, "--plot")
    try requireOutputs(differFrom: [manifest, intents, negatives, noise, calibration])
  }

  func run() async throws {
    let report = try await Interruption.cancelling { [self] in try await measure() }
    if let json { try OutputFile(json).write(report.json) }
    if let plot { try OutputFile(plot).write(Data(report.plot.utf8)) }
  }

  private func measure() async throws -> EvaluationReport {
    let logger = LibraryMessages.logger(level: .warning)
    let entries = try recordings(of: manifest, mayBeEmpty: negatives != nil)
    let negativeEntries = try negatives.map { try recordings(of: $0, mayBeEmpty: false) } ?? []
    try requireOutputs(differFrom: (entries + negativeEntries).map(\.audio))
    let conditions: [Double?] = snr == nil ? [nil] : ratios ?? []
    let run = EvaluationRun(
      entries: entries, negatives: negativeEntries, recordings: try await EvaluationRecordings(noise: noise, logger: logger),
      ratios: conditions, model: try RecognitionModel(directory: model), jobs: jobs, measuresBaseline: baseline,
      showsDetails: details,
      progress: ProgressLine(total: (entries.count + negativeEntries.count) * conditions.count * (baseline ? 2 : 1)))
    guard phrases == nil else { return try await run.spotting(of: keyphrases, calibration: try namedCalibration()) }
    return try await run.understanding(of: AssistantChoice(name: assistant, intentsFile: intents), logger: logger)
  }

  private func requireOutputs(differFrom inputs: [String?]) throws {
    try OutputPath.require(json, "--json", differsFrom: inputs)
    try OutputPath.require(plot, "--plot", differsFrom: inputs)
  }

  private func namedCalibration() throws -> SpottingCalibration? {
    guard let calibration else { return nil }
    guard let found = try SpottingCalibrationFile(path: calibration).read() else {
      throw ValidationError(
        "--calibration \(calibration): there is no such file; write it with: vocative tune --output \(calibration)")
    }
    return found
  }

  private func recordings(of path: String, mayBeEmpty: Bool) throws -> [EvaluationManifest.Entry] {
    let manifest = try EvaluationManifest(path: path)
    try manifest.checkRecordings(mayBeEmpty: mayBeEmpty)
    return manifest.entries
  }
}

import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import PocketSphinx
import ProgramOutput
import Vocative
import VocativeEvaluation

/// `vocative evaluate MANIFEST`: measures recognition or spotting.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how well recordings are understood, or keyphrases spotted.",
    usage: "vocative evaluate [<options>] <manifest>\nvocative evaluate --bench <folder> [<options>]",
    discussion: """
      The manifest has one JSON object per line: {"audio": file, "intent": name, "slots": {…}} for a command that must be understood, \
      "intent": null for a recording that must be rejected, and "phrases": […] for keyphrases that must be spotted. "transcript" may \
      hold the spoken words. With --phrases, the command measures only spotting. Without it, each recording is one command without \
      its wake phrase; with "wake": true the recording starts with the wake phrase.

      Each recording has one verdict. Correct: the intent and every slot of the manifest are equal, or a recording without a \
      command is rejected. Wrong: another command is understood. Rejected: a command is refused. Asked: Vocative asks which of two \
      sentences is meant. This is neither correct nor wrong. Opposites are the wrong commands that differ from the spoken one in \
      one word, such as on and off, or fifteen and fifty. They are the worst errors.

      Latency is the time from the end of speech to the decision: the silence until the end of speech is detected, and the \
      processor time of the rest. The end of speech is where voice activity ends in the recording without added noise. The noise, \
      or silence, goes on after the recording. For spotting, latency is the time from the end of a phrase to its report. All times \
      are processor time, so --jobs and other programs do not change them.

      If Money has no data of its own, it uses sample data, which is discarded at the end.

      --baseline is plain PocketSphinx with default options and the whole dictionary. It uses the same grammar without the \
      phrases with free text and accepts every result, or a keyword list with one threshold.

      --bench measures every set in a folder. Each sub-folder with manifests (*.jsonl) is a set. Its grammar is the file \
      *.intents.yaml in it, or a built-in assistant that its file set.yaml or set.json names ("assistant: money"). Audio files next to \
      the manifest that no line names are noise for the set. Commands are measured without noise and at each ratio of --snr, and \
      without noise against the grammar of every other set. Keyphrases are measured without noise and at 10 dB, against all \
      recordings of the folder that do not contain them.
      """)

  @Option(name: .customLong("assistant"), help: ArgumentHelp(AssistantSelection.help, valueName: "a,b"))
  var assistantNames: [String] = []

  @Option(help: ArgumentHelp("An intents file whose phrases are understood; may be repeated (default: none).", valueName: "file"))
  var intents: [String] = []

  @Option(help: ArgumentHelp("Keyphrases to spot, separated by commas (default: none).", valueName: "a,b"))
  var phrases: String?

  @Option(
    help: ArgumentHelp(
      "A manifest of recordings without the keyphrases, for false alarms; needs --phrases (default: none).",
      valueName: "manifest"))
  var negatives: String?

  @Option(
    help: ArgumentHelp(
      "A calibration file from \"vocative tune\" with thresholds; needs --phrases (default: the untuned thresholds).",
      valueName: "file"))
  var calibration: String?

  @Option(help: ArgumentHelp("Noise to mix in; needs --snr (default: none).", valueName: "file"))
  var noise: String?

  @Option(
    help: ArgumentHelp(
      "Signal-to-noise ratios in dB, separated by commas (default: none; with --bench: 6,9,12,15,18,21,24).", valueName: "dB,…"))
  var snr: String?

  @Option(help: ArgumentHelp("Measure every set in this folder (default: only the manifest).", valueName: "folder"))
  var bench: String?

  @Option(help: ArgumentHelp("Measure only these sets of --bench, separated by commas (default: all).", valueName: "set,…"))
  var only: String?

  @Flag(help: "Measure a few recordings of each set of --bench, at one ratio: a quick look, not a result.")
  var quick = false

  @Option(help: ArgumentHelp("Write the results as JSON (default: none).", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write the results of --bench as a Markdown table (default: none).", valueName: "file.md"))
  var table: String?

  @Option(help: ArgumentHelp("Draw the results as SVG (default: none).", valueName: "file.svg"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Write one JSON object per line for each recording, with the evidence (default: none).", valueName: "file.jsonl"))
  var recordings: String?

  @Option(help: "Recordings decoded in parallel; the results do not depend on it.")
  var jobs = 1

  @Flag(help: "Measure plain PocketSphinx too, and the ratios of errors and time.")
  var baseline = false

  @Flag(help: "Print for each recording what was expected, what was heard, and the evidence; in the JSON as \"recordings\".")
  var details = false

  @OptionGroup var sentence: SentenceOptions

  @Option(help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Argument(help: "The manifest; not with --bench.", completion: .file())
  var manifest: String?

  private var ratios: [Double]? {
    let texts = (snr ?? "").split(separator: ",")
    let numbers = texts.compactMap { Double($0) }
    return numbers.count == texts.count && numbers.allSatisfy(\.isFinite) && numbers.isEmpty == (snr == nil) ? numbers : nil
  }

  private var keyphrases: [String] {
    (phrases ?? "").split(separator: ",").map { SpokenText.sentence(of: String($0)) }.filter { !$0.isEmpty }
  }

  /// The names of all options; nil without one.
  private var assistant: String? { AssistantSelection.joined(assistantNames) }

  private var outputs: [(path: String?, option: String)] {
    [(json, "--json"), (plot, "--plot"), (table, "--table"), (recordings, "--recordings")]
  }

  func validate() throws {
    guard bench != nil || (noise == nil) == (snr == nil) else { throw ValidationError("--noise and --snr belong together") }
    guard ratios != nil else { throw ValidationError("--snr takes numbers separated by commas, as in 6,9,12") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
    guard phrases == nil || (assistant == nil && intents.isEmpty) else {
      throw ValidationError("--phrases measures spotting alone; leave --assistant and --intents out")
    }
    guard phrases == nil || !keyphrases.isEmpty else {
      throw ValidationError("--phrases takes phrases separated by commas, as in \"computer,hey assistant\"")
    }
    guard negatives == nil || phrases != nil else { throw ValidationError("--negatives belongs to --phrases") }
    guard calibration == nil || phrases != nil else { throw ValidationError("--calibration belongs to --phrases") }
    guard phrases == nil && bench == nil || (sentence.patience == nil && sentence.minConfidence == nil) else {
      throw ValidationError("--patience and --min-confidence belong to a manifest with an assistant or an intents file")
    }
    guard assistant == nil || intents.isEmpty else { throw ValidationError("--assistant and --intents exclude each other") }
    try InputPath.requireNamed(intents, "--intents")
    try InputPath.requireNamed([manifest], "<manifest>")
    for (path, option) in [(negatives, "--negatives"), (noise, "--noise"), (calibration, "--calibration"), (bench, "--bench")] {
      try InputPath.requireNamed([path], option)
    }
    try validateBench()
    // Before the run: it may take an hour, and its results would be lost.
    for (index, (path, option)) in outputs.enumerated() {
      if let path { try OutputPath.requireFile(path, option) }
      for (other, otherOption) in outputs[..<index] { try OutputPath.requireDifferent(other, otherOption, path, option) }
    }
    try requireOutputs(differFrom: [manifest, negatives, noise, calibration] + intents)
  }

  private func validateBench() throws {
    guard bench != nil else {
      guard manifest != nil else { throw ValidationError("name a manifest, or a folder of sets with --bench") }
      guard only == nil, !quick, table == nil else { throw ValidationError("--only, --quick and --table belong to --bench") }
      return
    }
    guard manifest == nil else { throw ValidationError("--bench finds the manifests itself; leave \(manifest ?? "") out") }
    guard [assistant, phrases, noise].allSatisfy({ $0 == nil }), intents.isEmpty else {
      throw ValidationError(
        "--bench finds grammars, keyphrases and noise itself; leave --assistant, --intents, --phrases and --noise out")
    }
  }

  func run() async throws {
    for (path, option) in outputs { try OutputPath.requirePermission(path, option) }
    guard bench == nil else { return try await runBench() }
    let report = try await Interruption.cancelling { [self] in try await measure() }
    // Without --details, the report only contains the recordings for these lines.
    var written = report
    if !details { written.recordings = nil }
    try write([
      (recordings, { try Self.lines(of: report.recordings ?? []) }), (json, { try written.json }),
      (plot, { Data(report.plot.utf8) }),
    ])
  }

  private func measure() async throws -> EvaluationReport {
    let logger = LibraryMessages.logger(level: .warning)
    let entries = try self.entries(of: manifest ?? "", mayBeEmpty: negatives != nil)
    let negativeEntries = try negatives.map { try entriesWithoutPhrases(of: $0) } ?? []
    try requireOutputs(differFrom: (entries + negativeEntries).map(\.audio))
    let conditions: [Double?] = snr == nil ? [nil] : ratios ?? []
    let run = EvaluationRun(
      entries: entries, negatives: negativeEntries, recordings: try await EvaluationRecordings(noise: noise, logger: logger),
      ratios: conditions, model: try RecognitionModel(directory: model), configuration: sentence.configuration, jobs: jobs,
      measuresBaseline: baseline, showsDetails: details, keepsDetails: details || recordings != nil,
      progress: ProgressLine(total: (entries.count + negativeEntries.count) * conditions.count * (baseline ? 2 : 1)))
    guard phrases == nil else {
      for entry in entries {
        if case .spotted = entry.expectation { continue }
        try entry.requireNone(of: keyphrases, remedy: "list it in \"phrases\"")
      }
      return try await run.spotting(of: keyphrases, calibration: try namedCalibration())
    }
    var selection = AssistantSelection(assistant, files: intents)
    selection.sampleData = .ifEmpty
    return try await run.understanding(of: selection, logger: logger)
  }

  private func requireOutputs(differFrom inputs: [String?]) throws {
    for (path, option) in outputs { try OutputPath.require(path, option, differsFrom: inputs) }
  }

  private func namedCalibration() throws -> SpottingCalibration? {
    guard let calibration else { return nil }
    guard let found = try SpottingCalibrationFile(path: calibration).read() else {
      throw ValidationError(
        "--calibration \(calibration): there is no such file; write it with: vocative tune --output \(calibration)")
    }
    return found
  }

  private func entries(of path: String, mayBeEmpty: Bool) throws -> [EvaluationManifest.Entry] {
    let manifest = try EvaluationManifest(path: path)
    try manifest.checkRecordings(mayBeEmpty: mayBeEmpty)
    return manifest.entries
  }

  private func entriesWithoutPhrases(of path: String) throws -> [EvaluationManifest.Entry] {
    let negatives = try entries(of: path, mayBeEmpty: false)
    for entry in negatives { try entry.requireNone(of: keyphrases, remedy: "move the line to the manifest") }
    return negatives
  }

  /// Writes every output that was asked for, even if one of them cannot be written.
  ///
  /// - Throws: The first error.
  private func write(_ outputs: [(path: String?, contents: () throws -> Data)]) throws {
    var failure: (any Error)?
    for (path, contents) in outputs {
      guard let path else { continue }
      do { try OutputFile(path).write(contents()) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private static func lines(of recordings: [RecordingDetail]) throws -> Data {
    Data(try recordings.map { try $0.jsonLine + Data("\n".utf8) }.joined())
  }

  // MARK: Benchmark

  private static let quickRecordings = 24
  private static let quickRatio = 12.0

  private func runBench() async throws {
    let report = try await Interruption.cancelling { [self] in try await measureBench() }
    if let failure = report.failure, report.isEmpty { throw failure }
    try write([
      (recordings, { try Self.lines(of: report.recordings) }), (json, { try report.json }), (table, { Data(report.table.utf8) }),
      (plot, { Data(report.plot.utf8) }),
    ])
    guard let failure = report.failure else { return }
    if let part = report.part, outputs.contains(where: { $0.path != nil }) {
      guard !(failure is CancellationError) else { throw InterruptedBench(part: part) }
      StandardError.write("vocative: note: the results have \(part)\n")
    }
    throw failure
  }

  private func measureBench() async throws -> BenchReport {
    let logger = LibraryMessages.logger(level: .warning)
    let folder = try AccuracyBench(folder: bench ?? "", assistants: .builtIn)
    var options = BenchMeasurement.Options()
    options.jobs = jobs
    options.measuresBaseline = baseline
    options.keepsRecordings = recordings != nil
    options.sets = try chosenSets(of: folder)
    if quick { (options.maxRecordings, options.ratios) = (Self.quickRecordings, [Self.quickRatio]) }
    if snr != nil { options.ratios = ratios ?? [] }
    let run = BenchRun(
      bench: folder, model: try RecognitionModel(directory: model), options: options, showsDetails: details, logger: logger)
    return try await run.report()
  }

  private func chosenSets(of bench: AccuracyBench) throws -> Set<String> {
    let names = (only ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let known = bench.sets.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw ValidationError("--only \(unknown): there is no such set; there are: \(known.joined(separator: ", "))")
    }
    guard only == nil || !names.isEmpty else { throw ValidationError("--only takes names of sets separated by commas") }
    return Set(names)
  }
}

public import Logging
public import Vocative
import VocativeDetection

/// Measures the sets of a benchmark, each in its conditions.
public struct BenchMeasurement: Sendable {
  /// The options of a measurement.
  public struct Options: Sendable {
    /// The number of recordings decoded in parallel.
    public var jobs = 1
    /// Whether plain PocketSphinx is also measured.
    public var measuresBaseline = false
    /// Signal-to-noise ratios of commands in dB; every set is also measured without noise.
    public var ratios: [Double] = [6, 9, 12, 15, 18, 21, 24]
    /// The signal-to-noise ratio of keyphrases, in dB.
    public var wakeRatio = 10.0
    /// The sets to measure; empty for all.
    public var sets: Set<String> = []
    /// The maximum number of recordings of a set; nil for all.
    public var maxRecordings: Int?
    /// Whether the report includes the result of every recording.
    public var keepsRecordings = false

    /// Creates options that measure everything without the baseline.
    public init() {}
  }

  /// The results of one stage of the measurement.
  public struct Finding: Sendable {
    /// Commands of one set in one condition.
    public var commands: [CommandRow] = []
    /// Commands of one set, played to the grammar of another.
    public var refusals: [RefusalRow] = []
    /// Keyphrases of one set in one condition.
    public var wakePhrases: [WakeRow] = []
    /// The result of each recording.
    public var recordings: [RecordingDetail] = []
  }

  let bench: AccuracyBench
  let options: Options
  let model: RecognitionModel
  /// The speech plans for the commands of the sets, by set name.
  let plans: [String: SpeechPlan]
  private let quiet: EvaluationRecordings
  private let noises: [String: EvaluationRecordings]

  /// Prepares a measurement: compiles every grammar and reads the noise.
  ///
  /// - Throws: The error of an intents file, a store or a recording; `EvaluationManifestError` for a wake phrase that the assistant does
  ///   not have.
  public init(_ bench: AccuracyBench, model: RecognitionModel, options: Options, logger: Logger) async throws {
    self.bench = bench
    self.options = options
    self.model = model
    var plans: [String: SpeechPlan] = [:]
    for set in bench.sets {
      guard let choice = set.assistant else { continue }
      let assistant = try await AssistantLoader.load(choice, sampleData: .ifEmpty, logger: logger)
      let grammar = try await IntentRuntime(inMemory: assistant, logger: logger).grammar()
      let plan = try SpeechPlanner(model: model, assistant: assistant).plan(for: grammar)
      let evaluation = UnderstandingEvaluation(model: model, plan: plan, method: .pipeline)
      for entry in set.commands { try evaluation.check(entry) }
      for fault in evaluation.unknownExpectations(of: set.commands) { logger.warning("\(fault)") }
      plans[set.name] = plan
    }
    self.plans = plans
    let cache = RecordingCache()
    quiet = try await EvaluationRecordings(noise: nil, cache: cache, logger: logger)
    var noises: [String: EvaluationRecordings] = [:]
    for path in bench.sets.flatMap(\.noises) {
      noises[path] = try await EvaluationRecordings(noise: path, cache: cache, logger: logger)
    }
    self.noises = noises
  }

  /// The total number of recordings to process, counted once for each condition.
  public var recordingCount: Int { stages.reduce(0) { $0 + count(of: $1) } }

  /// Runs all measurements.
  ///
  /// - Parameters:
  ///   - progress: Called after each recording in each condition.
  ///   - found: Called after each stage with its results.
  /// - Returns: All results, or those before an error, or before the cancellation of the task, with the error as `failure`.
  public func run(
    progress: @escaping @Sendable () -> Void, found: @escaping @Sendable (Finding) -> Void
  ) async -> BenchReport {
    var report = BenchReport(
      folder: bench.folder, part: options.maxRecordings.map { "at most \($0) recordings of a set, for a quick look" })
    var sentences: [String: String] = [:]
    let stages = stages
    for (index, stage) in stages.enumerated() {
      let finding: Finding
      do {
        finding = try await measure(stage, sentences: &sentences, progress: progress)
      } catch {
        // A cancelled program fails with an error of its own.
        report.end(because: Task.isCancelled ? CancellationError() : error, after: index, of: stages.count)
        break
      }
      report.commands += finding.commands
      report.refusals += finding.refusals
      report.wakePhrases += finding.wakePhrases
      if options.keepsRecordings { report.recordings += finding.recordings }
      found(finding)
    }
    return report
  }

  private func measure(
    _ stage: Stage, sentences: inout [String: String], progress: @escaping @Sendable () -> Void
  ) async throws -> Finding {
    switch stage {
    case .commands(let set, let condition, let noise):
      let measured = try await commands(of: set, in: condition, noise: noise, progress: progress)
      sentences.merge(measured.sentences) { first, _ in first }
      return measured.finding
    case .refusals(let set, let other):
      return try await refusals(of: set, saidTo: other, sentences: sentences, progress: progress)
    case .wakePhrases(let set, let condition, let noise):
      return try await wakePhrases(of: set, in: condition, noise: noise, progress: progress)
    }
  }

  // MARK: Stages

  private enum Stage {
    case commands(BenchSet, BenchCondition, noise: String?)
    case refusals(BenchSet, saidTo: BenchSet)
    case wakePhrases(BenchSet, BenchCondition, noise: String?)
  }

  /// The stages; a set's commands come before their use with other grammars, because their sentences are then known.
  private var stages: [Stage] {
    let sets = bench.sets.filter { options.sets.isEmpty || options.sets.contains($0.name) }
    return sets.flatMap { set -> [Stage] in
      var stages: [Stage] = []
      if !set.commands.isEmpty {
        stages += conditions(of: set, ratios: options.ratios).map { .commands(set, $0, noise: $1) }
        stages += bench.sets.filter { $0.name != set.name && plans[$0.name] != nil }.map { .refusals(set, saidTo: $0) }
      }
      if !set.phrases.isEmpty {
        stages += conditions(of: set, ratios: [options.wakeRatio]).map { .wakePhrases(set, $0, noise: $1) }
      }
      return stages
    }
  }

  private func conditions(of set: BenchSet, ratios: [Double]) -> [(BenchCondition, String?)] {
    [(.quiet, nil)]
      + bench.noises(of: set).flatMap { path in
        ratios.map { (BenchCondition(noise: BenchFolder.name(of: path), snr: $0), path) }
      }
  }

  private func count(of stage: Stage) -> Int {
    switch stage {
    case .commands(let set, _, _), .refusals(let set, _): sample(set.commands).count
    case .wakePhrases(let set, _, _): sample(set.spotting.withPhrases).count + sample(negatives(of: set)).count
    }
  }

  /// Returns the recordings to measure, spread evenly over all of them.
  func sample(_ entries: [EvaluationManifest.Entry]) -> [EvaluationManifest.Entry] {
    guard let most = options.maxRecordings, entries.count > most else { return entries }
    return (0..<most).map { entries[$0 * entries.count / most] }
  }

  /// Returns a recording in a condition.
  ///
  /// The excerpt of the noise depends only on the manifest line, so that a different selection of sets or recordings does not
  /// change it.
  func audio(
    of entry: EvaluationManifest.Entry, in condition: BenchCondition, noise: String?
  ) async throws -> EvaluationAudio {
    let recordings = noise.flatMap { noises[$0] } ?? quiet
    return try await recordings.audio(of: entry, index: max(entry.line - 1, 0), ratio: condition.snr)
  }
}

extension [EvaluationManifest.Entry] {
  /// The recordings with a keyphrase.
  var withPhrases: Self { filter { !$0.expectation.phrases.isEmpty } }
}

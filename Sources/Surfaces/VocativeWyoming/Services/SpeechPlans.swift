import Logging
import PocketSphinx
import Vocative

/// Creates the recognition plans of an assistant, and caches them while its phrases stay the same.
actor SpeechPlans {
  /// A plan and its cache key.
  struct Planned: Identifiable, Sendable {
    let id: Int
    let grammar: Grammar
    /// The phrases as written, which the grammar does not contain.
    let wakePhrases: [String]
    var plan: SpeechPlan
  }

  private let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let model: RecognitionModel
  private var calibration: FollowedCalibration?
  /// The calibration file's contents when it was last valid.
  private var thresholds: SpottingCalibration?
  private let logger: Logger
  /// The cached plans, the latest last: a grammar for everything, and some for answers to questions.
  private var kept: [Planned] = []
  private var count = 0
  private static let maxKept = 4

  init(model: RecognitionModel, calibration: SpottingCalibrationFile?, logger: Logger) {
    executor = DecodingThreads.forRecognizing()
    self.model = model
    self.calibration = calibration.map(FollowedCalibration.init)
    self.logger = logger
  }

  /// Returns the plan for a grammar of a runtime.
  ///
  /// - Parameter isSecret: Whether the grammar's words must not be logged.
  ///
  /// - Throws: The error of the grammar.
  func plan(for grammar: Grammar, of runtime: IntentRuntime, isSecret: Bool = false) throws -> Planned {
    followCalibration()
    let wakePhrases = runtime.assistant.wakePhrases
    if let index = kept.firstIndex(where: { $0.grammar == grammar && $0.wakePhrases == wakePhrases }) {
      let planned = kept.remove(at: index)
      kept.append(planned)
      return planned
    }
    var planner = SpeechPlanner(model: model, runtime: runtime)
    planner.calibration = thresholds
    let plan = try planner.plan(for: grammar)
    for warning in plan.warnings where !isSecret { logger.warning("\(warning)") }
    count += 1
    let planned = Planned(id: count, grammar: grammar, wakePhrases: wakePhrases, plan: plan)
    kept.append(planned)
    if kept.count > Self.maxKept { kept.removeFirst() }
    return planned
  }

  /// Applies a changed calibration file; an invalid file changes nothing.
  private func followCalibration() {
    do throws(SpottingCalibrationError) {
      guard let change = try calibration?.change() else { return }
      thresholds = change.calibration
      let name = model.acousticModel.name
      logger.log(level: change.isForeign(to: name) ? .warning : .info, "\(change.description(for: name))")
    } catch {
      logger.error("keeping the current thresholds for Wyoming clients: \(error)")
      return
    }
    let planner = SpeechPlanner(model: model, wakePhrases: [], calibration: thresholds)
    for index in kept.indices { kept[index].plan.keyphrases = planner.keyphrases(of: kept[index].plan) }
  }
}

import Logging
import PocketSphinx
import Vocative

/// Makes what it takes to hear an assistant, and keeps it as long as the assistant's phrases stay the same.
actor SpeechPlans {
  /// A plan, and what tells it from others.
  struct Planned: Identifiable, Sendable {
    let id: Int
    let grammar: Grammar
    /// As they are written; the grammar has none of them.
    let wakePhrases: [String]
    var plan: SpeechPlan
  }

  private let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let model: RecognitionModel
  private var calibration: FollowedCalibration?
  /// What the file held when it could be used last.
  private var thresholds: SpottingCalibration?
  private let logger: Logger
  /// The last ones, the latest at the end: a grammar for everything, and some for answers to questions.
  private var kept: [Planned] = []
  private var count = 0
  private static let mostKept = 4

  init(model: RecognitionModel, calibration: SpottingCalibrationFile?, logger: Logger) {
    executor = DecodingThreads.forRecognizing()
    self.model = model
    self.calibration = calibration.map(FollowedCalibration.init)
    self.logger = logger
  }

  /// The plan for a grammar of an assistant.
  ///
  /// - Parameter isSecret: Whether no word of the grammar may be logged.
  /// - Throws: What is wrong with the grammar.
  func plan(for grammar: Grammar, of assistant: Assistant, isSecret: Bool = false) throws -> Planned {
    followCalibration()
    if let index = kept.firstIndex(where: { $0.grammar == grammar && $0.wakePhrases == assistant.wakePhrases }) {
      let planned = kept.remove(at: index)
      kept.append(planned)
      return planned
    }
    var planner = SpeechPlanner(model: model, assistant: assistant)
    planner.calibration = thresholds
    let plan = try planner.plan(for: grammar)
    for warning in plan.warnings where !isSecret { logger.warning("\(warning)") }
    count += 1
    let planned = Planned(id: count, grammar: grammar, wakePhrases: assistant.wakePhrases, plan: plan)
    kept.append(planned)
    if kept.count > Self.mostKept { kept.removeFirst() }
    return planned
  }

  /// Takes the thresholds of a calibration file that has changed; keeps what it has when the file cannot be used.
  private func followCalibration() {
    do throws(SpottingCalibrationError) {
      guard let change = try calibration?.change() else { return }
      thresholds = change.calibration
      let name = model.acousticModel.name
      logger.log(level: change.isForeign(to: name) ? .warning : .info, "\(change.description(for: name))")
    } catch {
      logger.error("the thresholds for Wyoming's clients stay as they are: \(error)")
      return
    }
    let planner = SpeechPlanner(model: model, wakePhrases: [], calibration: thresholds)
    for index in kept.indices { kept[index].plan.keyphrases = planner.keyphrases(of: kept[index].plan) }
  }
}

import Logging
import Vocative

/// Makes what it takes to hear an assistant, and keeps it as long as the assistant's phrases stay the same.
actor SpeechPlans {
  /// A plan, and what tells it from others.
  struct Planned: Identifiable, Sendable {
    let id: Int
    let grammar: Grammar
    let plan: SpeechPlan
  }

  private let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let model: RecognitionModel
  private let calibration: SpottingCalibration?
  private let logger: Logger
  /// The last ones, the latest at the end: a grammar for everything, and some for answers to questions.
  private var kept: [Planned] = []
  private var count = 0
  private static let mostKept = 4

  init(model: RecognitionModel, calibration: SpottingCalibration?, logger: Logger) {
    executor = DecodingThreads.forRecognizing()
    self.model = model
    self.calibration = calibration
    self.logger = logger
  }

  /// The plan for a grammar of an assistant.
  ///
  /// - Throws: What is wrong with the grammar.
  func plan(for grammar: Grammar, of assistant: Assistant) throws -> Planned {
    if let index = kept.firstIndex(where: { $0.grammar == grammar }) {
      let planned = kept.remove(at: index)
      kept.append(planned)
      return planned
    }
    var planner = SpeechPlanner(model: model, assistant: assistant)
    planner.calibration = calibration
    let plan = try planner.plan(for: grammar)
    for warning in plan.warnings { logger.warning("\(warning)") }
    count += 1
    let planned = Planned(id: count, grammar: grammar, plan: plan)
    kept.append(planned)
    if kept.count > Self.mostKept { kept.removeFirst() }
    return planned
  }
}

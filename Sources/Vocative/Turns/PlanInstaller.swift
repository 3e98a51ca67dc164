import PocketSphinx
import VocativeDetection
import VocativeIntents
import VocativeUnderstanding

/// Makes speech plans and installs them in detection and recognition.
///
/// This is the one path for the start, a reload, changed lists, an expected answer and changed thresholds. A change that fails
/// leaves the installed plan in use.
final class PlanInstaller {
  /// A reason to install another plan.
  enum Change: Sendable {
    /// Another grammar of the same assistant.
    ///
    /// A follow-up only applies to the next utterance, so the keyphrases stay.
    case grammar(Grammar, isFollowUp: Bool)
    /// Another runtime, with its grammar.
    case runtime(IntentRuntime, Grammar)
    /// Other tuned thresholds; nil for predicted ones.
    case thresholds(SpottingCalibration?)
  }

  /// A plan, and the parts of it to install.
  private struct Step {
    var plan: SpeechPlan
    var planner: SpeechPlanner
    var grammar: Grammar?
    var setsGrammar = true
    var setsKeyphrases = true
  }

  private var planner: SpeechPlanner
  private let recognizer: any UtteranceRecognizer
  /// The grammar of the last plan.
  private var grammar: Grammar?
  /// The grammar of the plan whose keyphrases are installed.
  private var mainGrammar: Grammar?
  /// The plan whose keyphrases are installed.
  private var detected: SpeechPlan?
  /// The plan whose grammar is installed.
  private var recognized: SpeechPlan?

  init(planner: SpeechPlanner, recognizer: any UtteranceRecognizer) {
    self.planner = planner
    self.recognizer = recognizer
  }

  /// The installed keyphrases.
  var keyphrases: [Keyphrase] { detected?.keyphrases ?? [] }

  /// Forgets the installed plan, because the detector is new.
  func reset() { (grammar, mainGrammar, detected, recognized) = (nil, nil, nil, nil) }

  /// Installs what a change requires, and returns the new plan; nil if nothing changes.
  ///
  /// - Throws: An error of the grammar or of its words.
  nonisolated(nonsending) func install(_ change: Change, in detector: Detector) async throws -> SpeechPlan? {
    do {
      return try await installed(change, in: detector)
    } catch {
      // Without this, only answers to the former question would be understood.
      if case .grammar(_, isFollowUp: false) = change, grammar != mainGrammar, let detected {
        try await setGrammar(detected)
        (recognized, grammar) = (detected, mainGrammar)
      }
      throw error
    }
  }

  private nonisolated(nonsending) func installed(_ change: Change, in detector: Detector) async throws -> SpeechPlan? {
    guard let step = try step(for: change) else { return nil }
    if step.setsGrammar { try await setGrammar(step.plan) }
    do {
      if step.setsKeyphrases, !step.plan.hasKeyphrases(of: detected) {
        try detector.setKeyphrases(step.plan.keyphrases, lexicon: step.plan.lexicon)
      }
    } catch {
      if step.setsGrammar, let recognized { try await setGrammar(recognized) }
      throw error
    }
    (planner, grammar) = (step.planner, step.grammar)
    if step.setsGrammar { recognized = step.plan }
    if step.setsKeyphrases { detected = step.plan }
    if step.setsKeyphrases, step.setsGrammar { mainGrammar = step.grammar }
    return step.plan
  }

  private func step(for change: Change) throws -> Step? {
    switch change {
    case .grammar(let new, let isFollowUp):
      guard new != grammar else { return nil }
      return Step(plan: try planner.plan(for: new), planner: planner, grammar: new, setsKeyphrases: !isFollowUp)
    case .runtime(let runtime, let new):
      let planner = planner.planner(for: runtime)
      return Step(plan: try planner.plan(for: new), planner: planner, grammar: new)
    case .thresholds(let calibration):
      planner.calibration = calibration
      guard var plan = detected else { return nil }
      plan.keyphrases = planner.keyphrases(of: plan)
      guard plan.keyphrases != keyphrases else { return nil }
      return Step(plan: plan, planner: planner, grammar: grammar, setsGrammar: false)
    }
  }

  private nonisolated(nonsending) func setGrammar(_ plan: SpeechPlan) async throws {
    try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
  }
}

extension SpeechPlan {
  /// Returns whether another plan has the same keyphrases with the same pronunciations.
  fileprivate func hasKeyphrases(of other: SpeechPlan?) -> Bool {
    guard let other, keyphrases == other.keyphrases else { return false }
    let words = Set(keyphrases.flatMap { $0.text.split(separator: " ").map(String.init) })
    return words.allSatisfy { lexicon.pronunciations[$0] == other.lexicon.pronunciations[$0] }
  }
}

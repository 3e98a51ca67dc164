import Logging
import VocativeDetection
import VocativeUnderstanding

/// The reasons to install another plan.
extension TurnLoop {
  /// Installs the first plan for a source, so that an error in the grammar surfaces at the start.
  func prepare() async throws {
    try await hearing.begin(bargeIn: configuration.bargeIn)
    calibration?.begin()
    try await updateThresholds()
    let grammar = try await runtime.grammar()
    guard let plan = try await hearing.install(.grammar(grammar, isFollowUp: false)) else { return }
    use(plan)
    machine = makeMachine(for: plan)
    calibration?.logUnknownPhrases(among: plan.keyphrases.map(\.text))
  }

  func makeMachine(for plan: SpeechPlan) -> TurnMachine {
    TurnMachine(
      timeouts: .init(
        command: configuration.commandTimeout, maxCommandDuration: configuration.maxCommandDuration,
        refractory: configuration.refractoryTime),
      addressing: plan.addressing)
  }

  func use(_ plan: SpeechPlan) {
    logWarnings(of: plan)
    self.plan = plan
  }

  /// Updates the plan for the current lists and the expected answer; keeps the current plan if that fails.
  func refreshPlan() async {
    do {
      let isFollowUp = conversation.expectsAnswer
      let grammar = conversation.expected(in: try await runtime.grammar())
      guard let plan = try await hearing.install(.grammar(grammar, isFollowUp: isFollowUp)) else { return }
      if isFollowUp { logWarnings(of: plan) } else { use(plan) }
    } catch  where Task.isCancelled {
      return
    } catch {
      reportPlanFailure(error)
    }
  }

  /// Applies a changed calibration file at rest.
  func followCalibration() async throws {
    guard machine.state == .idle, calibration?.isDue(at: now, isAtRest: !isHearingSpeech) == true else { return }
    isProcessingFrame = true
    defer { isProcessingFrame = false }
    try await updateThresholds()
  }

  /// Installs the thresholds of a changed calibration file; keeps the current thresholds if the file cannot be used.
  private func updateThresholds() async throws {
    do throws(SpottingCalibrationError) {
      guard try calibration?.update() == true else { return }
    } catch {
      let message = "keeping the current thresholds: \(error)"
      logger.error("\(message)")
      emit(.error(code: "calibration", message: message))
      return
    }
    if let plan = try await hearing.install(.thresholds(calibration?.calibration)) { self.plan = plan }
  }
}

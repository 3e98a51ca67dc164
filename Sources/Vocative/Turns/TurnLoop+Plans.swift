import Dispatch
import Logging
import ProgramOutput
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
        refractory: configuration.refractoryTime, patience: configuration.patience.factor),
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

  /// Updates the plan for everything that can be said, although an answer is expected; returns false if that fails.
  func installAllPhrases() async -> Bool {
    do {
      if let plan = try await hearing.install(.grammar(try await runtime.grammar(), isFollowUp: false)) { use(plan) }
      return true
    } catch {
      if !Task.isCancelled { reportPlanFailure(error) }
      return false
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

  /// Writes calibration files, one change after the other.
  private static let calibrationQueue = DispatchQueue(label: "vocative.calibration")

  /// Adds tuned thresholds to the calibration file, which the loop applies within a second of audio.
  ///
  /// - Parameter plot: The curves behind the thresholds as SVG; nil if there are none.
  /// - Returns: The path of the file.
  /// - Throws: `TuningRefusal` if the thresholds are for another model, or the file cannot be written.
  public func adopt(_ tuned: SpottingCalibration, plot: String? = nil) async throws(TuningRefusal) -> String {
    guard let calibration else { throw TuningRefusal(description: "this program uses no tuned thresholds") }
    guard tuned.acousticModel == calibration.model else {
      throw TuningRefusal(
        description: "the thresholds are for the model \"\(tuned.acousticModel)\", but the daemon uses "
          + "\"\(calibration.model)\"; tune again with its model: vocative tune --model FOLDER")
    }
    do throws(SpottingCalibrationError) {
      let file = calibration.followed
      let notes = try await Self.calibrationQueue.run { () throws(SpottingCalibrationError) in try file.add(tuned, plot: plot) }
      for note in notes { logger.warning("\(note)") }
    } catch {
      logger.error("\(error)")
      throw TuningRefusal(
        description: "the daemon cannot write \(error.path); set \"calibration\" to a file in its state folder, or move the file "
          + "there, and restart it")
    }
    return calibration.followed.path
  }
}

/// The reason why tuned thresholds are not used.
public struct TuningRefusal: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The reason and the remedy.
  public let description: String

  /// Creates a refusal.
  package init(description: String) { self.description = description }

  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }
}

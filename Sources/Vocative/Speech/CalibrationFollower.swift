import Logging
import VocativeUnderstanding

/// Keeps the tuned thresholds of a turn loop up to date with their file, and logs each change.
struct CalibrationFollower {
  /// The current thresholds; nil for predicted ones.
  private(set) var calibration: SpottingCalibration?
  private var file: FollowedCalibration
  /// The name of the acoustic model.
  let model: String
  /// The file with the thresholds.
  let followed: SpottingCalibrationFile
  private let logger: Logger

  init(_ file: SpottingCalibrationFile, model: String, logger: Logger) {
    self.file = FollowedCalibration(file)
    followed = file
    self.model = model
    self.logger = logger
  }

  /// Restarts the interval at the start of a source.
  mutating func begin() { file.begin() }

  /// Returns whether a check is due at the sample `now`.
  mutating func isDue(at now: Int, isAtRest: Bool) -> Bool { file.isDue(at: now, isAtRest: isAtRest) }

  /// Reads the file if it changed.
  ///
  /// - Returns: Whether the thresholds may differ now.
  /// - Throws: `SpottingCalibrationError` if the file cannot be used; the current thresholds stay.
  mutating func update() throws(SpottingCalibrationError) -> Bool {
    guard let change = try file.change() else { return false }
    calibration = change.calibration
    logger.log(level: change.isForeign(to: model) ? .warning : .info, "\(change.description(for: model))")
    return true
  }

  /// Logs the tuned phrases that are not keyphrases of the assistant.
  func logUnknownPhrases(among keyphrases: [String]) {
    guard let unknown = calibration?.unknownPhrases(among: keyphrases), !unknown.isEmpty else { return }
    let phrases = unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    logger.info("ignoring tuned phrases that this assistant does not have: \(phrases)")
  }
}

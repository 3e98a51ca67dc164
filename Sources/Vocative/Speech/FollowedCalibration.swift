import Foundation
import VocativeCapture

/// A calibration file that is looked at again and again, by the clock of the audio.
package struct FollowedCalibration {
  /// What a file that changed holds now.
  package struct Change {
    let path: String
    /// Nil when the file is gone.
    package let calibration: SpottingCalibration?

    /// Whether its thresholds belong to another model.
    package func isForeign(to model: String) -> Bool { calibration.map { $0.acousticModel != model } ?? false }

    /// The change for the log.
    package func description(for model: String) -> String {
      guard let calibration else { return "\(path): there are no tuned thresholds; they are predicted from the phrases' phones" }
      guard !isForeign(to: model) else {
        return "\(path): its thresholds belong to the model \"\(calibration.acousticModel)\" and not to \"\(model)\"; "
          + "they are not used. Write them anew with: vocative tune"
      }
      let phrases = calibration.phrases.map { "\"\($0.text)\" " + String(format: "1e%.1f", $0.log10Threshold) }
      return "\(path): tuned thresholds \(phrases.joined(separator: ", "))"
    }
  }

  private let file: SpottingCalibrationFile
  /// The state in which it was read last, whether or not it could be used: a fault is told once.
  private var readStamp: FileStamp?
  private var wasRead = false
  private var lastLook = 0

  /// Samples between two looks at rest, and the longest that speech without a pause, as of a television, puts one off.
  private static let interval = AudioFrame.sampleRate
  private static let longestInterval = 30 * AudioFrame.sampleRate

  /// A file that was not looked at yet.
  package init(_ file: SpottingCalibrationFile) {
    self.file = file
  }

  /// Begins to count at the start of a source.
  mutating func begin() { lastLook = 0 }

  /// Whether it is time to look at the file, at the sample `now`.
  mutating func isDue(at now: Int, isAtRest: Bool) -> Bool {
    guard now - lastLook >= (isAtRest ? Self.interval : Self.longestInterval) else { return false }
    lastLook = now
    return true
  }

  /// What the file holds when it is not what was read last; nil when it is the same.
  ///
  /// - Throws: `SpottingCalibrationError` when it cannot be used, once for each state it is in.
  package mutating func change() throws(SpottingCalibrationError) -> Change? {
    let stamp = file.stamp
    guard !wasRead || stamp != readStamp else { return nil }
    (readStamp, wasRead) = (stamp, true)
    return Change(path: file.path, calibration: try file.read())
  }
}

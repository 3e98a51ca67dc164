import Foundation
import LimitedFile
import VocativeCapture

/// Watches a calibration file for changes, at intervals that are measured in audio.
package struct FollowedCalibration {
  /// The new contents of a changed file.
  package struct Change {
    let path: String
    /// The new calibration; nil if the file was removed.
    package let calibration: SpottingCalibration?

    /// Returns whether its thresholds belong to another model.
    package func isForeign(to model: String) -> Bool { calibration.map { $0.acousticModel != model } ?? false }

    /// Returns a description of the change for the log.
    package func description(for model: String) -> String {
      guard let calibration else { return "\(path): no tuned thresholds; using thresholds predicted from the phrases' phones" }
      guard !isForeign(to: model) else {
        return "\(path): its thresholds are for the model \"\(calibration.acousticModel)\", not \"\(model)\", "
          + "and are ignored; tune again with: vocative tune"
      }
      let phrases = calibration.phrases.map { "\"\($0.text)\" " + String(format: "1e%.1f", $0.log10Threshold) }
      return "\(path): tuned thresholds \(phrases.joined(separator: ", "))"
    }
  }

  private let file: SpottingCalibrationFile
  /// The state of the last read, successful or not, so that a fault is logged once.
  private var readStamp: FileStamp?
  private var wasRead = false
  private var lastLook = 0

  /// The samples between two checks at rest, and the maximum delay during speech without a pause, such as from a television.
  private static let interval = AudioFrame.sampleRate
  private static let maxInterval = 30 * AudioFrame.sampleRate

  /// Creates a watcher for a file that was not read yet.
  package init(_ file: SpottingCalibrationFile) {
    self.file = file
  }

  /// Restarts the interval at the start of a source.
  mutating func begin() { lastLook = 0 }

  /// Returns whether a check is due at the sample `now`.
  mutating func isDue(at now: Int, isAtRest: Bool) -> Bool {
    guard now - lastLook >= (isAtRest ? Self.interval : Self.maxInterval) else { return false }
    lastLook = now
    return true
  }

  /// Reads the file if it changed since the last read; returns nil if it did not.
  ///
  /// - Throws: `SpottingCalibrationError` if the file cannot be used, once for each state of the file.
  package mutating func change() throws(SpottingCalibrationError) -> Change? {
    let stamp = file.stamp
    guard !wasRead || stamp != readStamp else { return nil }
    (readStamp, wasRead) = (stamp, true)
    return Change(path: file.path, calibration: try file.read())
  }
}

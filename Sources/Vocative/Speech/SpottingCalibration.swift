public import Foundation

/// Tuned thresholds for one voice and room, and the data they are based on.
public struct SpottingCalibration: Equatable, Sendable {
  /// A phrase with its threshold.
  public struct Phrase: Equatable, Sendable {
    /// The phrase in dictionary words, separated by single spaces.
    public let text: String
    /// The decimal logarithm of the minimum likelihood ratio of a hit, phrase against phone loop.
    public let log10Threshold: Double
    /// The target of false alarms an hour.
    public let falseAlarmsPerHour: Double
    /// The number of recordings of the phrase.
    public let recordings: Int
    /// The hours of the owner's recordings without the phrase.
    public let negativeHours: Double
    /// The date of the tuning.
    public let date: Date

    /// Creates a phrase with its threshold.
    public init(
      text: String, log10Threshold: Double, falseAlarmsPerHour: Double, recordings: Int, negativeHours: Double, date: Date
    ) {
      self.text = text
      self.log10Threshold = log10Threshold
      self.falseAlarmsPerHour = falseAlarmsPerHour
      self.recordings = recordings
      self.negativeHours = negativeHours
      self.date = date
    }
  }

  /// The version of the file format that this program reads and writes.
  public static let version = 1
  /// The valid range of thresholds in decades: below it, everything passes; above it, nothing does.
  public static let thresholds = -100.0...100.0

  /// The folder name of the acoustic model; the thresholds do not apply to another model.
  public let acousticModel: String
  /// The phrases, without duplicates.
  public let phrases: [Phrase]

  /// Creates a calibration for a model.
  public init(acousticModel: String, phrases: [Phrase]) {
    self.acousticModel = acousticModel
    self.phrases = phrases
  }

  /// Returns the threshold of a phrase as a decimal logarithm; nil if the phrase is not tuned.
  public func log10Threshold(of text: String) -> Double? { phrases.first { $0.text == text }?.log10Threshold }

  /// Returns the phrases that are not among the known ones, which are ignored.
  public func unknownPhrases(among known: some Sequence<String>) -> [String] {
    let known = Set(known)
    return phrases.map(\.text).filter { !known.contains($0) }
  }

  /// Returns these thresholds, plus those of another calibration for the same model for phrases without one here.
  public func adding(_ other: SpottingCalibration?) -> SpottingCalibration {
    guard let other, other.acousticModel == acousticModel else { return self }
    let kept = other.phrases.filter { log10Threshold(of: $0.text) == nil }
    return SpottingCalibration(acousticModel: acousticModel, phrases: (phrases + kept).sorted { $0.text < $1.text })
  }
}

/// A calibration file that cannot be used.
public struct SpottingCalibrationError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The file.
  public let path: String
  /// The invalid field, the reason, and the remedy.
  public let reason: String
  /// The exit status is `configuration`, or `output` if the file cannot be written.
  public internal(set) var exitStatus = ExitStatus.configuration

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

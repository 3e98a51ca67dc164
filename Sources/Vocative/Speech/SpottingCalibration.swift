public import Foundation

/// Thresholds that were found for somebody's voice and room, and what they rest on.
public struct SpottingCalibration: Equatable, Sendable {
  /// One phrase.
  public struct Phrase: Equatable, Sendable {
    /// The phrase in dictionary words, separated by single spaces.
    public let text: String
    /// Decimal logarithm of the likelihood ratio, phrase against phone loop, that a hit must reach.
    public let log10Threshold: Double
    /// False alarms an hour that were wanted.
    public let falseAlarmsPerHour: Double
    /// How many recordings of the phrase it rests on.
    public let recordings: Int
    /// Hours of the owner's own recordings without the phrase that it rests on.
    public let negativeHours: Double
    /// When it was found.
    public let date: Date

    /// A phrase with its threshold.
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
  /// Decades a threshold may lie at: below, everything passes; above, nothing does.
  public static let thresholds = -100.0...30.0

  /// The acoustic model the thresholds belong to, by the name of its folder; another model's scores mean something else.
  public let acousticModel: String
  /// The phrases, each once.
  public let phrases: [Phrase]

  /// Thresholds for a model.
  public init(acousticModel: String, phrases: [Phrase]) {
    self.acousticModel = acousticModel
    self.phrases = phrases
  }

  /// The threshold of a phrase as a decimal logarithm; nil for one that was not tuned.
  public func log10Threshold(of text: String) -> Double? { phrases.first { $0.text == text }?.log10Threshold }

  /// Phrases that are none of these, and are ignored.
  public func unknownPhrases(among known: some Sequence<String>) -> [String] {
    let known = Set(known)
    return phrases.map(\.text).filter { !known.contains($0) }
  }

  /// These thresholds, and those of another calibration for the same model for phrases that have none here.
  public func adding(_ other: SpottingCalibration?) -> SpottingCalibration {
    guard let other, other.acousticModel == acousticModel else { return self }
    let kept = other.phrases.filter { log10Threshold(of: $0.text) == nil }
    return SpottingCalibration(acousticModel: acousticModel, phrases: (phrases + kept).sorted { $0.text < $1.text })
  }
}

/// A calibration file that cannot be used.
public struct SpottingCalibrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// Which field is wrong, how, and what to do.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

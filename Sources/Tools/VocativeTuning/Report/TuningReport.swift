public import Foundation
public import Vocative

/// The result of tuning.
public struct TuningReport: Sendable {
  /// The acoustic model, by folder name.
  public let acousticModel: String
  /// The target number of false alarms an hour.
  public let falseAlarmsPerHour: Double
  /// The tuned phrases.
  public let phrases: [PhraseTuning]

  /// Whether every phrase can work.
  public var isFine: Bool { phrases.allSatisfy(\.faults.isEmpty) }

  /// Returns the thresholds for the file that `vocatived` reads, without phrases that would be missed too often.
  public func calibration(date: Date) -> SpottingCalibration {
    SpottingCalibration(
      acousticModel: acousticModel,
      phrases: phrases.filter(\.isWritten).map {
        .init(
          text: $0.phrase, log10Threshold: $0.log10Threshold, falseAlarmsPerHour: falseAlarmsPerHour,
          recordings: $0.recordings, negativeHours: ($0.own.hours * 1e4).rounded() / 1e4, date: date)
      })
  }
}

/// The result of tuning one phrase.
public struct PhraseTuning: Sendable {
  /// A place in a recording that resembles the phrase.
  public struct Candidate: Equatable, Sendable {
    /// The name of the recording.
    public let recording: String
    /// The start, in seconds from the start of the recording.
    public let start: Double
  }

  /// The phrase in dictionary words.
  public let phrase: String
  /// The number of phones in its most common pronunciation.
  public let phoneCount: Int
  /// The decimal logarithm of the threshold predicted from the phones.
  public let predicted: Double
  /// The decimal logarithm of the chosen threshold.
  public let log10Threshold: Double
  /// The details of the choice.
  public let choice: ThresholdChoice
  /// The candidate in the owner's recordings without the phrase that raised the threshold; nil if none did.
  public let raisedBy: Candidate?
  /// The number of recordings of the phrase.
  public let recordings: Int
  /// The recordings in which it is not spotted.
  public let missed: [String]
  /// The lowest score of the other recordings; nil if it is spotted in none.
  public let weakest: Double?
  /// False alarms in the owner's recordings.
  public let own: AlarmCount
  /// The recordings with these alarms, the clearest first.
  public let ownAlarms: [String]
  /// False alarms in the bundled sentences.
  public let bundled: AlarmCount
  /// The sentences with these alarms, the clearest first.
  public let bundledAlarms: [String]
  /// Bundled sentences, written to sound like wake phrases, in which it is spotted, the clearest first.
  public let similarAlarms: [String]
  /// The reasons it cannot work; empty if it can.
  public let faults: [PhraseFault]
  /// A suggested alternative; nil if the phrase can work or no better one was found.
  public let suggestion: String?

  /// Whether the threshold is usable: one that misses most recordings would make the assistant deaf.
  public var isWritten: Bool {
    !faults.contains { if case .missed = $0 { true } else { false } }
  }
}

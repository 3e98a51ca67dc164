public import Foundation
public import Vocative

/// What tuning came to.
public struct TuningReport: Sendable {
  /// The acoustic model, by the name of its folder.
  public let acousticModel: String
  /// False alarms an hour that were wanted.
  public let falseAlarmsPerHour: Double
  /// The phrases that were tuned.
  public let phrases: [PhraseTuning]

  /// Whether every phrase can work.
  public var isFine: Bool { phrases.allSatisfy(\.faults.isEmpty) }

  /// The thresholds, for the file that `vocatived` follows; none for a phrase that would be missed too often with it.
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

/// What tuning one phrase came to.
public struct PhraseTuning: Sendable {
  /// The phrase in dictionary words.
  public let phrase: String
  /// Phones of its usual pronunciation.
  public let phoneCount: Int
  /// The threshold that is predicted from them, as a decimal logarithm.
  public let predicted: Double
  /// The threshold that was chosen, as a decimal logarithm.
  public let log10Threshold: Double
  /// How it was chosen.
  public let choice: ThresholdChoice
  /// How many recordings of it there are.
  public let recordings: Int
  /// Those in which it is not spotted.
  public let missed: [String]
  /// The lowest score of the others; nil if it is spotted in none.
  public let weakest: Double?
  /// False alarms in the owner's recordings.
  public let own: AlarmCount
  /// The recordings they are in, the clearest first.
  public let ownAlarms: [String]
  /// False alarms in the bundled sentences.
  public let bundled: AlarmCount
  /// The sentences they are in, the clearest first.
  public let bundledAlarms: [String]
  /// Bundled sentences written to sound like wake phrases in which it is spotted, the clearest first.
  public let similarAlarms: [String]
  /// Why it cannot work; none when it can.
  public let faults: [PhraseFault]
  /// What to say instead; nil if it can work, or nothing better was found.
  public let suggestion: String?

  /// Whether the threshold is of use: one at which most recordings are missed would make the assistant deaf.
  public var isWritten: Bool {
    !faults.contains { if case .missed = $0 { true } else { false } }
  }
}

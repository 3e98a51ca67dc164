import Foundation
import Vocative

extension PhraseTuning {
  /// Returns the result as one line of JSON.
  public func json(falseAlarmsPerHour rate: Double) -> String { Line(self, rate).jsonLine }

  private struct Line: Encodable {
    let phrase: String
    let phones: Int
    let threshold: Double
    let predicted: Double
    let recordings: Int
    let missed: [String]
    let missRate: Double
    let wantedRate: Double
    let expectedRate: Double?
    let isExtrapolated: Bool
    let own: Count
    let bundled: Count
    let similar: [String]
    let works: Bool
    let faults: [String]
    let suggestion: String?
    let tail: Tail?
    let curve: [Point]

    struct Count: Encodable {
      let alarms: Int
      let hours: Double
      let upperBound: Double?
      let clearest: [String]

      private enum CodingKeys: String, CodingKey {
        case alarms, hours, clearest
        case upperBound = "upper_bound_per_hour"
      }

      init(_ count: AlarmCount, _ names: [String]) {
        (alarms, hours, clearest) = (count.alarms, count.hours, Array(names.prefix(5)))
        upperBound = count.hours > 0 ? count.upperBound : nil
      }
    }

    struct Tail: Encodable {
      let candidates: Int
      let start: Double
      let ratePerHour: Double
      let scale: Double

      private enum CodingKeys: String, CodingKey {
        case candidates, scale
        case start = "log10_start"
        case ratePerHour = "rate_per_hour"
      }
    }

    private enum CodingKeys: String, CodingKey {
      case phrase, tail, phones, recordings, missed, own, bundled, similar, works, faults, suggestion, curve
      case threshold = "log10_threshold"
      case predicted = "predicted_log10_threshold"
      case missRate = "miss_rate"
      case wantedRate = "wanted_false_alarms_per_hour"
      case expectedRate = "expected_false_alarms_per_hour"
      case isExtrapolated = "extrapolated"
    }

    init(_ tuning: PhraseTuning, _ rate: Double) {
      phrase = tuning.phrase
      phones = tuning.phoneCount
      threshold = tuning.log10Threshold
      predicted = tuning.predicted
      recordings = tuning.recordings
      missed = tuning.missed
      missRate = tuning.missRate
      wantedRate = rate
      expectedRate = tuning.expectedRate
      isExtrapolated = tuning.own.upperBound > rate
      own = Count(tuning.own, tuning.ownAlarms)
      bundled = Count(tuning.bundled, tuning.bundledAlarms)
      similar = tuning.similarAlarms
      works = tuning.faults.isEmpty
      faults = tuning.faults.map(\.description)
      suggestion = tuning.suggestion
      tail = tuning.choice.tail.map {
        Tail(candidates: $0.count, start: $0.start, ratePerHour: $0.rateAtStart, scale: $0.scale)
      }
      curve = tuning.points(from: min(rate, 0.1))
    }
  }
}

import Foundation
import VocativeEvaluation

extension TuningReport {
  /// The phrases' curves as an SVG image: solid if recorded, dashed if extrapolated, with the chosen thresholds.
  public var plot: String {
    let lowest = min(falseAlarmsPerHour, 0.1)
    let lines = phrases.map { tuning in
      let points = tuning.points(from: lowest, count: 200)
      let mark = tuning.expectedRate.map {
        DetectionPlot.Mark(
          falseAlarmsPerHour: $0, missRate: tuning.missRate,
          name: "threshold \(PhraseTuning.power(tuning.log10Threshold)): \(tuning.missed.count) of \(tuning.recordings) missed")
      }
      return DetectionPlot.Line(
        name: tuning.phrase,
        measured: points.filter { !$0.isExtrapolated }.map { ($0.falseAlarmsPerHour, $0.missRate) },
        extrapolated: points.filter(\.isExtrapolated).map { ($0.falseAlarmsPerHour, $0.missRate) }, mark: mark)
    }
    return DetectionPlot(
      title: "Tuning: misses against false alarms", lowestRate: lowest, highestRate: PhraseTuning.highestRate, lines: lines
    ).picture
  }
}

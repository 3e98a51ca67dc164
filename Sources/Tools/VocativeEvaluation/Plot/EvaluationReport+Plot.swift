import Foundation

extension EvaluationReport {
  /// The report as an SVG image.
  ///
  /// Spotting: misses against false alarms an hour, with a chart for each condition and a line for each phrase. Understanding:
  /// the correct, wrong and rejected recordings against the signal-to-noise ratio, the confidence against the share of correct
  /// phrases, and rejections against lost commands. The baseline is dashed.
  public var plot: String {
    let isSpotting = conditions.contains { !$0.figures.phrases.isEmpty }
    let charts = isSpotting ? conditions.map(spottingChart) : [ratioChart, reliabilityChart] + rejectionCharts
    var drawing = Drawing()
    for (index, chart) in charts.enumerated() { drawing.add(chart.drawing, down: Double(index) * Chart.height) }
    let counts = conditions.map { "\(Self.name(of: $0.snr)): \($0.figures.count) recordings" }.joined(separator: ", ")
    let hours = isSpotting ? String(format: "; %.2f hours without the phrases", negativeHours) : ""
    return drawing.picture(
      width: Chart.width, height: Double(charts.count) * Chart.height,
      title: isSpotting ? "Keyphrases: misses against false alarms" : "Commands: understanding, confidence and rejection",
      description: charts.map(\.title).joined(separator: "; ") + ". \(counts)\(hours).")
  }

  static func name(of snr: Double?) -> String { snr.map { String(format: "%g dB", $0) } ?? "clean" }

  // MARK: Spotting

  private func spottingChart(_ condition: Condition) -> Chart {
    func lines(_ figures: EvaluationFigures, isBaseline: Bool) -> [Chart.Series] {
      figures.phrases.sorted { $0.key < $1.key }.enumerated().map { number, phrase in
        Chart.Series(
          name: isBaseline ? "\(phrase.key), PocketSphinx" : phrase.key, points: steps(phrase.value), color: number,
          isDashed: isBaseline)
      }
    }
    return Chart(
      title: "Misses against false alarms, \(Self.name(of: condition.snr))",
      x: .init(
        label: "false alarms an hour", range: Self.alarmRange,
        ticks: [0.1, 1, 10, 100].map { ($0, String(format: "%g", $0)) }, isLogarithmic: true),
      y: .percentages("missed recordings of the phrase"),
      series: lines(condition.figures, isBaseline: false) + (condition.baseline.map { lines($0.figures, isBaseline: true) } ?? [])
    )
  }

  private static let alarmRange = 0.1...100.0

  /// Returns the steps of a curve: a threshold between two alarms has the misses of the stricter one until the next alarm
  /// appears.
  ///
  /// A phrase without recordings of it or without audio for false alarms has none.
  private func steps(_ phrase: EvaluationFigures.Phrase) -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = []
    for point in phrase.recordingCount > 0 ? phrase.curve : [] {
      if let last = points.last { points.append((point.falseAlarmsPerHour, last.y)) }
      points.append((max(point.falseAlarmsPerHour, Self.alarmRange.lowerBound), point.missRate))
    }
    if let last = points.last { points.append((Self.alarmRange.upperBound, last.y)) }
    return points
  }

  // MARK: Understanding

  private var ratioChart: Chart {
    let sorted = conditions.sorted { ($0.snr ?? .infinity) < ($1.snr ?? .infinity) }
    let ratios = sorted.compactMap(\.snr)
    // Recordings without added noise have no ratio; they are placed one step after the last one.
    let clean = (ratios.last ?? 0) + 6
    func place(_ condition: Condition) -> Double { condition.snr ?? clean }
    let places = sorted.map(place)
    func lines(_ found: [(place: Double, figures: EvaluationFigures)], isBaseline: Bool) -> [Chart.Series] {
      let parts: [(name: String, count: (EvaluationFigures) -> Int)] = [
        ("right", \.correct), ("wrong", \.wrong), ("rejected", \.rejected),
      ]
      return parts.enumerated().map { number, part in
        let points = found.map { (x: $0.place, y: Double(part.count($0.figures)) / Double(max($0.figures.count, 1))) }
        return Chart.Series(
          name: isBaseline ? "\(part.name), PocketSphinx" : part.name, points: points, color: number, isDashed: isBaseline,
          marks: zip(found, points).map { found, point in
            "\(part.count(found.figures)) of \(found.figures.count)" + String(format: ", %.1f %%", point.y * 100)
          })
      }
    }
    let baseline = sorted.compactMap { condition in condition.baseline.map { (place(condition), $0.figures) } }
    return Chart(
      title: "Commands against noise",
      x: .init(
        label: "signal-to-noise ratio (dB)", range: (places.first ?? 0) - 1...(places.last ?? 0) + 1,
        ticks: zip(sorted, places).map { ($1, $0.snr.map { String(format: "%g", $0) } ?? "clean") }),
      y: .percentages("recordings"),
      series: lines(sorted.map { (place($0), $0.figures) }, isBaseline: false)
        + (baseline.isEmpty ? [] : lines(baseline, isBaseline: true)))
  }

  private var reliabilityChart: Chart {
    let bins = Calibration(merging: conditions.compactMap(\.figures.calibration)).bins.filter { $0.count > 0 }
    let most = Double(bins.map(\.count).max() ?? 1)
    return Chart(
      title: "Calibration of the confidence",
      x: .init(
        label: "confidence", range: 0...1, ticks: (0...5).map { (Double($0) / 5, String(format: "%g", Double($0) / 5)) }),
      y: .percentages("correct phrases"),
      series: [
        Chart.Series(
          name: "all conditions (and counts)", points: bins.map { ($0.confidence ?? 0, $0.right ?? 0) }, color: 0,
          marks: bins.map {
            String(format: "confidence %.2f: %.0f %% of %d correct", $0.confidence ?? 0, ($0.right ?? 0) * 100, $0.count)
          },
          captions: bins.map { "\($0.count)" }, radii: bins.map { 2 + 7 * (Double($0.count) / most).squareRoot() })
      ], aid: ((0, 0), (1, 1), "ideal"))
  }

  private var rejectionCharts: [Chart] {
    let measured = conditions.filter { ($0.figures.rejection?.outOfGrammar ?? 0) > 0 }
    guard !measured.isEmpty else { return [] }
    return [
      Chart(
        title: "Rejection of speech that is not a command", x: .percentages("lost correct commands", upTo: 0.2),
        y: .percentages("rejected recordings without a command"),
        series: measured.enumerated().map { number, condition in
          let points = condition.figures.rejection?.points ?? []
          return Chart.Series(
            name: Self.name(of: condition.snr), points: points.map { ($0.lost, $0.rejected ?? 0) }, color: number)
        }, aid: ((0.02, 0), (0.02, 1), "2 % lost"))
    ]
  }
}

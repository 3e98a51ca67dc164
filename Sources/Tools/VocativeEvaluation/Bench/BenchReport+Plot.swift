import Foundation

extension BenchReport {
  /// The report as an SVG image: the errors of every set, each set in noise, and the keyphrases.
  ///
  /// The baseline has dashed lines and hollow points.
  public var plot: String {
    let charts = setCharts + noiseCharts + wakeCharts
    var drawing = Drawing()
    for (index, chart) in charts.enumerated() { drawing.add(chart.drawing, down: Double(index) * Chart.height) }
    return drawing.picture(
      width: Chart.width, height: Double(max(charts.count, 1)) * Chart.height, title: "Accuracy",
      description: charts.map(\.title).joined(separator: "; "))
  }

  /// One kind of result of a recording.
  private struct Part: Sendable {
    let name: String
    let count: @Sendable (VerdictCounts) -> Int
  }

  private static let parts = [
    Part(name: "wrong") { $0.wrong }, Part(name: "rejected") { $0.rejected }, Part(name: "asked") { $0.asked },
    Part(name: "opposites") { $0.opposites },
  ]

  /// Returns an axis with a place for each name.
  private static func axis(_ label: String, _ names: [String]) -> Chart.Axis {
    Chart.Axis(
      label: label, range: -0.5...(Double(max(names.count, 1)) - 0.5),
      ticks: names.enumerated().map { (Double($0.offset), $0.element) })
  }

  // MARK: Sets

  private var setCharts: [Chart] {
    let rows = commands.filter { $0.condition == .quiet }
    guard !rows.isEmpty else { return [] }
    func series(_ isBaseline: Bool) -> [Chart.Series] {
      Self.parts.enumerated().compactMap { number, part in
        let figures = rows.enumerated().compactMap { index, row in
          (isBaseline ? row.plain : row.vocative).map { (index: index, verdicts: $0.verdicts) }
        }
        guard !figures.isEmpty else { return nil }
        // Placed side by side, so that equal shares do not cover each other.
        let offset = (Double(number) - 1.5) * 0.12 + (isBaseline ? 0.05 : 0)
        return Chart.Series(
          name: isBaseline ? "\(part.name), PocketSphinx" : part.name,
          points: figures.map { (Double($0.index) + offset, $0.verdicts.share(part.count($0.verdicts))) }, color: number,
          isDashed: isBaseline, isConnected: false,
          marks: figures.map { "\(part.count($0.verdicts)) of \($0.verdicts.count)" })
      }
    }
    return [
      Chart(
        title: "Commands of every set, quiet",
        x: Self.axis("set (* fitted)", rows.map { $0.set + ($0.isFitted == true ? "*" : "") }), y: .percentages("recordings"),
        series: series(false) + series(true))
    ]
  }

  // MARK: Noise

  private var noiseCharts: [Chart] {
    var names: [(set: String, noise: String)] = []
    for row in commands {
      guard let noise = row.condition?.noise, !names.contains(where: { $0 == (row.set, noise) }) else { continue }
      names.append((row.set, noise))
    }
    return names.map { name in
      let rows = commands.filter { row in
        row.set == name.set && (row.condition?.noise == name.noise || row.condition == .quiet)
      }
      return noiseChart("\(name.set) in the noise \(name.noise)", rows)
    }
  }

  private func noiseChart(_ title: String, _ unsorted: [CommandRow]) -> Chart {
    let rows = unsorted.sorted { ($0.condition?.snr ?? .infinity) < ($1.condition?.snr ?? .infinity) }
    // Recordings without added noise have no ratio; they are placed one step after the last one.
    let quiet = (rows.compactMap { $0.condition?.snr }.last ?? 0) + 3
    let places = rows.map { $0.condition?.snr ?? quiet }
    func series(_ isBaseline: Bool) -> [Chart.Series] {
      ([Part(name: "right") { $0.correct }] + Self.parts).enumerated().compactMap { number, part in
        let figures = zip(places, rows).compactMap { place, row in
          (isBaseline ? row.plain : row.vocative).map { (place: place, verdicts: $0.verdicts) }
        }
        guard !figures.isEmpty else { return nil }
        return Chart.Series(
          name: isBaseline ? "\(part.name), PocketSphinx" : part.name,
          points: figures.map { ($0.place, $0.verdicts.share(part.count($0.verdicts))) }, color: number, isDashed: isBaseline,
          marks: figures.map { "\(part.count($0.verdicts)) of \($0.verdicts.count)" })
      }
    }
    return Chart(
      title: title,
      x: .init(
        label: "signal-to-noise ratio (dB)", range: (places.first ?? 0) - 1...(places.last ?? 0) + 1,
        ticks: zip(rows, places).map { row, place in (place, row.condition?.snr.map { String(format: "%g", $0) } ?? "quiet") }),
      y: .percentages("recordings"), series: series(false) + series(true))
  }

  // MARK: Wake phrases

  private var wakeCharts: [Chart] {
    guard !wakePhrases.isEmpty else { return [] }
    var phrases: [String] = []
    var conditions: [BenchCondition] = []
    for row in wakePhrases {
      if !phrases.contains(row.phrase) { phrases.append(row.phrase) }
      if !conditions.contains(row.condition) { conditions.append(row.condition) }
    }
    func series(_ isBaseline: Bool) -> [Chart.Series] {
      conditions.enumerated().compactMap { number, condition in
        let rows = wakePhrases.filter { $0.condition == condition }.compactMap { row -> (x: Double, y: Double, row: WakeRow)? in
          guard let index = phrases.firstIndex(of: row.phrase), let rate = isBaseline ? row.plainMissRate : row.missRate else {
            return nil
          }
          return (Double(index) + Double(number) * 0.12 + (isBaseline ? 0.05 : 0), rate, row)
        }
        guard !rows.isEmpty else { return nil }
        return Chart.Series(
          name: isBaseline ? "\(condition.name), PocketSphinx" : condition.name, points: rows.map { ($0.x, $0.y) }, color: number,
          isDashed: isBaseline, isConnected: false,
          marks: rows.map { String(format: "%.1f %% of %d", $0.y * 100, $0.row.count) })
      }
    }
    return [
      Chart(
        title: "Wake phrases missed at one false alarm an hour", x: Self.axis("phrase", phrases),
        y: .percentages("missed recordings of the phrase"), series: series(false) + series(true))
    ]
  }
}

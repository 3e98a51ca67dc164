import Foundation

/// Misses against false alarms an hour as an SVG image, with a colour for each keyphrase.
public struct DetectionPlot {
  /// A highlighted point on a line.
  public struct Mark {
    let falseAlarmsPerHour: Double
    let missRate: Double
    let name: String

    /// Creates a mark.
    public init(falseAlarmsPerHour: Double, missRate: Double, name: String) {
      self.falseAlarmsPerHour = falseAlarmsPerHour
      self.missRate = missRate
      self.name = name
    }
  }

  /// The line of one keyphrase.
  public struct Line {
    let name: String
    let measured: [(x: Double, y: Double)]
    let extrapolated: [(x: Double, y: Double)]
    let mark: Mark?

    /// Creates a line from false alarms an hour and miss rates.
    public init(
      name: String, measured: [(falseAlarmsPerHour: Double, missRate: Double)],
      extrapolated: [(falseAlarmsPerHour: Double, missRate: Double)], mark: Mark?
    ) {
      self.name = name
      self.measured = measured.map { ($0.falseAlarmsPerHour, $0.missRate) }
      self.extrapolated = extrapolated.map { ($0.falseAlarmsPerHour, $0.missRate) }
      self.mark = mark
    }
  }

  private let title: String
  private let range: ClosedRange<Double>
  private let lines: [Line]

  /// Creates a plot of keyphrases over a range of false alarms an hour.
  public init(title: String, lowestRate: Double, highestRate: Double, lines: [Line]) {
    self.title = title
    range = lowestRate...highestRate
    self.lines = lines
  }

  /// The SVG image.
  public var picture: String {
    var series: [Chart.Series] = []
    for (number, line) in lines.enumerated() {
      series.append(.init(name: line.name, points: line.measured, color: number))
      if !line.extrapolated.isEmpty {
        series.append(.init(name: "\(line.name), extrapolated", points: line.extrapolated, color: number, isDashed: true))
      }
      if let mark = line.mark {
        series.append(
          .init(
            name: "\(line.name), chosen", points: [(mark.falseAlarmsPerHour, mark.missRate)], color: number, marks: [mark.name],
            radii: [6]))
      }
    }
    let decades = (Int(log10(range.lowerBound).rounded(.up))...Int(log10(range.upperBound).rounded(.down))).map {
      pow(10, Double($0))
    }
    let chart = Chart(
      title: title,
      x: .init(
        label: "false alarms an hour", range: range, ticks: decades.map { ($0, String(format: "%g", $0)) }, isLogarithmic: true),
      y: .percentages("missed recordings of the phrase"), series: series)
    var drawing = Drawing()
    drawing.add(chart.drawing, down: 0)
    return drawing.picture(
      width: Chart.width, height: Chart.height, title: title, description: lines.map(\.name).joined(separator: ", "))
  }
}

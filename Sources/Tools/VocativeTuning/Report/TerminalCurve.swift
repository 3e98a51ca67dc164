import Foundation

/// The curve of a phrase in plain characters for a terminal: misses against false alarms an hour.
///
/// `*` is recorded, `.` is extrapolated, `O` is the chosen threshold.
public struct TerminalCurve: Sendable {
  private let tuning: PhraseTuning
  private let lowest: Double
  private let columns: Int

  private static let rows = 11
  private static let margin = 7

  /// Creates a drawing with a maximum width in characters, starting at a power of ten at or below the target rate.
  public init(_ tuning: PhraseTuning, falseAlarmsPerHour: Double, width: Int) {
    self.tuning = tuning
    lowest = min(pow(10, floor(log10(falseAlarmsPerHour) + 1e-9)), 0.1)
    columns = max(min(width, 80) - Self.margin, 20)
  }

  /// The lines of the drawing.
  public var lines: [String] {
    var cells = [[Character]](repeating: [Character](repeating: " ", count: columns), count: Self.rows)
    func row(_ missRate: Double) -> Int { Int(((1 - missRate) * Double(Self.rows - 1)).rounded()) }
    for column in 0..<columns {
      guard let point = tuning.point(at: rate(at: column)) else { continue }
      cells[row(point.missRate)][column] = point.isExtrapolated ? "." : "*"
    }
    if let rate = tuning.expectedRate { cells[row(tuning.missRate)][column(of: rate)] = "O" }
    let body = cells.enumerated().map { index, cells in
      let label = index % 5 == 0 ? "\(100 - index * 10) %" : ""
      return pad(label, to: Self.margin - 2) + " |" + trimmed(cells)
    }
    return ["missed"] + body + [String(repeating: " ", count: Self.margin - 1) + "+" + String(repeating: "-", count: columns)]
      + [axis] + legend
  }

  private var legend: [String] {
    let (indent, axis, marks) = (
      String(repeating: " ", count: Self.margin), "false alarms an hour", "* recorded  . extrapolated  O chosen"
    )
    let line = "\(indent)\(axis)    \(marks)"
    return line.count <= columns + Self.margin ? [line] : [indent + axis, marks]
  }

  private var decades: Double { log10(PhraseTuning.highestRate / lowest) }

  private func rate(at column: Int) -> Double {
    // Slightly larger, so that rounding does not miss a power of ten.
    lowest * pow(10, decades * Double(column) / Double(columns - 1)) * (1 + 1e-9)
  }

  private func column(of rate: Double) -> Int {
    let place = log10(max(rate, lowest * 1e-9) / lowest) / decades
    return min(max(Int((place * Double(columns - 1)).rounded()), 0), columns - 1)
  }

  private var axis: String {
    var line = [Character](repeating: " ", count: columns + Self.margin)
    var rate = lowest
    while rate <= PhraseTuning.highestRate * 1.01 {
      let label = String(format: "%g", rate)
      let start = min(Self.margin + column(of: rate), line.count - label.count)
      line.replaceSubrange(start..<start + label.count, with: label)
      rate *= 10
    }
    return trimmed(line)
  }

  private func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  private func trimmed(_ cells: [Character]) -> String {
    let last = cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return String(cells[..<last])
  }
}

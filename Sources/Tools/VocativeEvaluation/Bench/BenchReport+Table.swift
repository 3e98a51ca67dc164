import Foundation

extension BenchReport {
  /// The report as Markdown.
  public var table: String {
    var parts = ["# Accuracy\n\nRecordings: `\(folder)`" + (part.map { ", \($0)" } ?? "") + "."]
    if !commands.isEmpty {
      parts.append("## Commands\n\n" + Self.markdown(Self.commandHeader, (commands + totals).flatMap(Self.cells)))
    }
    if !refusals.isEmpty {
      parts.append("## Commands given to another assistant\n\n" + Self.markdown(Self.refusalHeader, refusals.map(Self.cells)))
    }
    if !wakePhrases.isEmpty {
      parts.append(
        "## Wake phrases, at one false alarm an hour\n\n" + Self.markdown(Self.wakeHeader, wakePhrases.map(Self.cells)))
    }
    if let missRatio { parts.append("Misses relative to plain PocketSphinx, over all rows: \(Self.number(missRatio, 2)).") }
    if let fittedParts { parts.append("## Fitted parts\n\n" + fittedParts) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The explanations of the fitted parts in the tables; nil if there are none.
  private var fittedParts: String? {
    let found = FittedPart.union(
      commands.compactMap(\.fittedParts) + refusals.map(\.fittedParts) + wakePhrases.map(\.fittedParts))
    guard !found.isEmpty else { return nil }
    return "Vocative's figures are better for these sets than for other recordings, because parts of it depend on them:\n\n"
      + found.map { "- `\($0.rawValue)`: \($0.explanation)" }.joined(separator: "\n")
  }

  // MARK: Commands

  private static let commandHeader = [
    "Set", "Fitted", "Condition", "Recognizer", "Count", "Right %", "Wrong %", "Rejected %", "Asked %", "Asked, best is right",
    "Opposites %", "Errors relative to plain", "Latency p50 ms", "p95 ms", "Time relative to plain",
  ]

  private static func cells(_ row: CommandRow) -> [[String]] {
    let name = [row.set, fitted(row.fittedParts), row.condition?.name ?? "all"]
    let ratios = [row.errorRatio.map { number($0, 2) } ?? "–", row.timeRatio.map { number($0, 2) } ?? "–"]
    var lines = [name + ["Vocative"] + cells(row.vocative, ratios)]
    if let plain = row.plain { lines.append(name + ["plain"] + cells(plain, ["1", "1"])) }
    return lines
  }

  private static func cells(_ figures: CommandFigures, _ ratios: [String]) -> [String] {
    let verdicts = figures.verdicts
    func percent(_ part: Int) -> String { number(verdicts.share(part) * 100, 1) }
    func delay(_ milliseconds: Double) -> String { figures.delays.isEmpty ? "–" : number(milliseconds, 0) }
    return [
      "\(verdicts.count)", percent(verdicts.correct), percent(verdicts.wrong), percent(verdicts.rejected),
      percent(verdicts.asked),
      "\(verdicts.askedRight) of \(verdicts.asked)", percent(verdicts.opposites), ratios[0],
      delay(figures.latency.p50), delay(figures.latency.p95), ratios[1],
    ]
  }

  // MARK: Other assistants

  private static let refusalHeader = ["Set", "Said to", "Fitted", "Count", "Refused %", "Asked %"]

  private static func cells(_ row: RefusalRow) -> [String] {
    func percent(_ part: Int) -> String { row.count == 0 ? "–" : number(Double(part) / Double(row.count) * 100, 1) }
    return [row.set, row.grammar, fitted(row.fittedParts), "\(row.count)", percent(row.refused), percent(row.asked)]
  }

  // MARK: Wake phrases

  private static let wakeHeader = [
    "Set", "Fitted", "Phrase", "Condition", "Count", "Negative hours", "Missed %", "Missed by plain %",
    "Time relative to plain",
  ]

  private static func cells(_ row: WakeRow) -> [String] {
    [
      row.set, fitted(row.fittedParts), row.phrase, row.condition.name, "\(row.count)", number(row.negativeHours, 2),
      number(row.missRate * 100, 1), row.plainMissRate.map { number($0 * 100, 1) } ?? "–",
      row.timeRatio.map { number($0, 3) } ?? "–",
    ]
  }

  // MARK: Form

  private static func fitted(_ parts: [FittedPart]?) -> String {
    guard let parts else { return "some" }
    return parts.isEmpty ? "no" : parts.map(\.rawValue).joined(separator: ", ")
  }

  private static func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

  private static func markdown(_ header: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.map(escaped).joined(separator: " | ") + " |" }
    let rule = "|" + String(repeating: "---|", count: header.count)
    return ([line(header), rule] + rows.map(line)).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

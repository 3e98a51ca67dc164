import Foundation
import VocativeEvaluation

extension EvaluationLines {
  /// The results of one stage of a benchmark.
  static func lines(of finding: BenchMeasurement.Finding) -> [String] {
    finding.commands.flatMap(lines) + finding.refusals.map(line) + finding.wakePhrases.map(line)
  }

  /// All commands together, compared to plain PocketSphinx.
  static func totals(of report: BenchReport) -> [String] {
    report.totals.flatMap(lines)
      + (report.missRatio.map { [String(format: "wake phrases: misses %.2f of plain PocketSphinx's", $0)] } ?? [])
  }

  private static func lines(of row: CommandRow) -> [String] {
    let parts = (row.fittedParts ?? []).map(\.rawValue).joined(separator: ", ")
    let name = "\(row.set), \(row.condition?.name ?? "all conditions")" + (parts.isEmpty ? "" : " (fitted: \(parts))")
    var lines = ["\(name): " + text(of: row.vocative)]
    if let plain = row.plain {
      let errors = row.errorRatio.map { String(format: "errors %.2f", $0) } ?? "no errors to compare"
      lines.append(
        "\(name), plain PocketSphinx: " + text(of: plain) + "; compared to it: \(errors), "
          + String(format: "time %.2f", row.timeRatio ?? 0))
    }
    return lines
  }

  private static func text(of figures: CommandFigures) -> String {
    "\(figures.verdicts.count) recordings, " + shares(of: figures.verdicts)
      + (figures.latency.p95 > 0
        ? String(format: ", latency p50 %.0f ms, p95 %.0f ms", figures.latency.p50, figures.latency.p95) : "")
  }

  private static func line(_ row: RefusalRow) -> String {
    "\(row.set) against the grammar of \(row.grammar): \(row.count) recordings, "
      + String(format: "refused %.3f", Double(row.refused) / Double(max(row.count, 1)))
      + (row.asked > 0 ? ", asked about \(row.asked)" : "")
  }

  private static func line(_ row: WakeRow) -> String {
    "\(row.set), \(row.condition.name): \"\(row.phrase)\", \(row.count) recordings, "
      + String(format: "missed %.3f at one false alarm an hour (%.2f hours without it)", row.missRate, row.negativeHours)
      + (row.plainMissRate.map { String(format: "; plain PocketSphinx %.3f", $0) } ?? "")
  }
}

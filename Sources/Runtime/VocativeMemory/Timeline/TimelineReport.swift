import Foundation
import ProgramOutput
public import VocativeIntents
import VocativeUnderstanding

/// Formats timeline entries.
public enum TimelineReport {
  /// Returns aligned lines, oldest entry first: time, source, reason or code, duration and title.
  public static func text(_ entries: [TimelineEntry], clock: WallClock = WallClock()) -> String {
    let rows = inOrder(entries).map { entry in
      [
        stamp(entry.date, clock.calendar), entry.source?.rawValue ?? "-",
        entry.reason?.rawValue ?? entry.code?.rawValue ?? "unfinished",
        entry.duration.map(milliseconds) ?? "-", oneLine(entry.topic), entry.title.map(oneLine) ?? "(private)",
      ]
    }
    guard let columns = rows.first?.count else { return "" }
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return cells.joined(separator: "  ").trimmingSuffix(while: \.isWhitespace) + "\n"
    }.joined()
  }

  /// Returns one JSON object per line, in chronological order: `begin` for each entry, and `complete` for each complete one.
  public static func jsonLines(_ entries: [TimelineEntry]) throws -> String {
    var events: [(date: Date, line: Line)] = []
    for entry in inOrder(entries) {
      events.append((entry.date, Line(begin: entry)))
      if entry.code != nil {
        events.append((entry.date + (entry.duration ?? .zero) / .seconds(1), Line(complete: entry)))
      }
    }
    // Sorting may swap simultaneous events, so their original order is the tie-breaker.
    let ordered = events.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    return try ordered.map { try StoredText.json($0.element.line) + "\n" }.joined()
  }

  private static func inOrder(_ entries: [TimelineEntry]) -> [TimelineEntry] {
    entries.reversed().enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
  }

  private struct Line: Encodable {
    let event: String
    let id: String
    let time: String
    let topic: String
    var title: String?
    var values: [String: String]?
    var source: String?
    var session: String?
    var code: String?
    var reason: String?
    var dialog: String?
    var duration: Double?
    let isPrivate: Bool

    init(begin entry: TimelineEntry) {
      event = "begin"
      id = entry.id
      time = TimelineReport.utc(entry.date)
      topic = entry.topic
      title = entry.title
      values = entry.values
      source = entry.source?.rawValue
      session = entry.session
      isPrivate = entry.title == nil
    }

    init(complete entry: TimelineEntry) {
      event = "complete"
      id = entry.id
      time = TimelineReport.utc(entry.date + (entry.duration ?? .zero) / .seconds(1))
      topic = entry.topic
      code = entry.code?.rawValue
      reason = entry.reason?.rawValue
      dialog = entry.dialog
      duration = entry.duration.map { ($0 / .seconds(1) * 1000).rounded() / 1000 }
      isPrivate = entry.title == nil
    }
  }

  private static func utc(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

  private static func stamp(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func two(_ number: Int?) -> String { (number ?? 0).digits(2) }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
  }

  private static func milliseconds(_ duration: Duration) -> String { "\(Int((duration / .milliseconds(1)).rounded())) ms" }

  private static func oneLine(_ text: String) -> String {
    PrintableText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, condition(last) { text.removeLast() }
    return text
  }
}

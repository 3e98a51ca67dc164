import Foundation
import Vocative
import VocativeTuning

/// Converts a tuning to the text and the values of the templates.
enum RecordingContent {
  /// Returns the text of a step; nil if it has none.
  static func text(of step: TuningSession.Step) -> String? {
    switch step {
    case .recording(let notice): text(of: notice)
    case .evaluating(let done, let count): "\(done) of \(count) recordings are evaluated."
    case .note(let reason): "Note: \(reason)"
    case .tuned: "Done."
    case .failed(let reason): "The tuning has ended: \(reason)."
    }
  }

  private static func text(of notice: RecordingNotice) -> String? {
    switch notice {
    case .say(let phrase, let repetition, let count): "Say “\(phrase)” (\(repetition) of \(count))."
    case .taken(_, let repetition, let level): "Recording \(repetition) is accepted, at \(decibels(level.rms))."
    case .again(let fault): "Again: \(fault)."
    case .room(let seconds): "The room is recorded for \(Int(seconds)) s. Don't say the phrase; a radio or other talk helps."
    case .roomDone(_, let level): "The room is recorded, at \(decibels(level.rms))."
    case .level: nil
    }
  }

  /// Returns the values of a result.
  ///
  /// - Parameter session: The tuning; nil if there is none.
  static func values(of session: TuningSession?) -> [String: Any] {
    guard let result = session?.result, let tuning = result.report.phrases.first else {
      return ["isEmpty": session == nil, "hasResult": false]
    }
    // The recordings have the numbers that they were announced with.
    let missed = Set(tuning.missed.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } })
    return [
      "isEmpty": false, "hasResult": true, "isUsable": tuning.isWritten,
      "rows": result.levels.enumerated().map { index, level in
        [
          "number": index + 1, "level": decibels(level.rms), "verdict": missed.contains(index + 1) ? "missed" : "heard",
        ]
      },
      "lines": tuning.lines(falseAlarmsPerHour: result.report.falseAlarmsPerHour, width: .max).map {
        $0.trimmingCharacters(in: .whitespaces)
      },
    ]
  }

  private static func decibels(_ level: Double) -> String { String(format: "%.0f dBFS", level) }
}

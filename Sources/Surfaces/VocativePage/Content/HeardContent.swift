import Foundation
import Vocative

/// Converts recent events to the values of the templates.
enum HeardContent {
  /// Returns all events, the newest first; for the kiosk page only the last understood request.
  static func values(of entries: [PageHub.Entry], isKiosk: Bool) -> [String: Any] {
    let shown = isKiosk ? entries.last { $0.event.isUnderstood }.map { [$0] } ?? [] : entries.reversed()
    return ["entries": shown.map(values), "isEmpty": shown.isEmpty && !isKiosk]
  }

  private static func values(of entry: PageHub.Entry) -> [String: Any] {
    let event = entry.event
    var values: [String: Any] = [
      "time": time(entry.date), "machineTime": entry.date.formatted(.iso8601), "hasScore": false, "detail": "",
    ]
    func set(_ kind: String, _ what: String, _ text: String, detail: String = "") {
      values["kind"] = kind
      values["what"] = what
      values["text"] = text
      values["detail"] = detail
    }
    guard !event.isPrivate else {
      set("private", "Private", "a private request")
      return values
    }
    switch event.kind {
    case .spotted(let phrase, _, _, let score):
      set(
        "spotted", "Spotted", phrase,
        detail: "\(KeyphraseStrength(score: score).rawValue), score \(String(format: "%.1f", score))")
      values["hasScore"] = true
      // The scale runs from ten decades below the threshold to fifty above it.
      values["score"] = String(format: "%.1f", min(max(score, -10), 50))
      values["width"] = String(format: "%.1f", min(max(score, -10), 50) + 10)
    case .understood(let text, let intent, let slots, let confidence):
      let filled = slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      set(
        "understood", "Understood", text,
        detail: "\(intent)(\(filled)), confidence \(String(format: "%.2f", confidence))")
    case .rejected(let reason, let best, let dialog):
      let nearest = best.map { ", the nearest phrase is “\($0)”" } ?? ""
      set("rejected", "Rejected", dialog ?? reason, detail: (dialog == nil ? "" : reason) + nearest)
    case .asked(let dialog, _): set("said", "Asked", dialog)
    case .responded(_, let code, let dialog, _): set("said", "Said", dialog, detail: code == .success ? "" : code.rawValue)
    case .updated(_, let card): set("said", "Shown", card.title)
    case .error(let code, let message): set("error", "Error", message, detail: code)
    }
    return values
  }

  private static func time(_ date: Date) -> String {
    let parts = Calendar.localGregorian.dateComponents([.hour, .minute, .second], from: date)
    return String(format: "%02d:%02d:%02d", parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
  }
}

extension TurnEvent {
  fileprivate var isUnderstood: Bool { if case .understood = kind { true } else { false } }
}

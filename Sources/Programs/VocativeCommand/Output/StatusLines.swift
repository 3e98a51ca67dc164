import Foundation
import Vocative

/// The state of a daemon, as text.
enum StatusLines {
  static func lines(for status: TurnStatus) -> [String] {
    var lines = [description(of: status)]
    if let fault = status.muteFault { lines.append("muted by    a fault: \(fault)") }
    lines.append("assistant   \(status.assistant)")
    if let source = status.source {
      let conditions = status.conditions.map(\.summary).joined(separator: "; ")
      lines.append("microphone  \(source)\(conditions.isEmpty ? "" : ": \(conditions)")")
    } else {
      lines.append("microphone  none")
    }
    let heard = String(format: "%.1f", status.heardSeconds)
    lines.append("since start \(heard) s of audio, \(CountedNoun(status.hits, "hit")), \(CountedNoun(status.answers, "answer"))")
    return lines
  }

  private static func description(of status: TurnStatus) -> String {
    let calls = status.wakePhrases.map { "\"\($0)\"" }.joined(separator: " or ")
    switch status.state {
    case .idle: return "idle: waiting for \(calls.isEmpty ? "a phrase" : calls)"
    case .awake: return "awake: waiting for a command"
    case .listening: return "listening to a command"
    case .answering: return status.muted ? "answering, and muted" : "answering"
    case .ringing: return "ringing; \"vocative trigger\" stops it"
    case .muted:
      let others = (status.mutedBy ?? []).filter { $0 != .owner }.map(\.description).joined(separator: " and ")
      guard !others.isEmpty else { return "muted: not listening; \"vocative unmute\" ends it" }
      return "muted by \(others): not listening; \"vocative unmute --all\" ends it"
    }
  }
}

extension MuteHolder {
  /// The source of a mute, as text.
  fileprivate var description: String {
    switch self {
    case .owner: "you"
    case .homeAutomation: "Home Assistant"
    case .skill: "a skill"
    }
  }
}

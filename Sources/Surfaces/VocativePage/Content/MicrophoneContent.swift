import Vocative

/// The page's messages about microphone faults.
enum MicrophoneContent {
  /// Returns one or more sentences about the worst of the conditions; nil if none needs a message.
  static func text(for conditions: Set<CaptureCondition>) -> String? {
    // Conditions that prevent listening come first.
    let sorted = conditions.sorted { ($0.isDeaf ? 0 : 1, $0.rawValue) < ($1.isDeaf ? 0 : 1, $1.rawValue) }
    return sorted.lazy.compactMap { text(for: $0) }.first
  }

  private static func text(for condition: CaptureCondition) -> String? {
    switch condition {
    case .missing: "I can't hear anything: there's no microphone. Plug one in, or run “vocative devices” to list the devices."
    case .busy:
      "I can't hear anything: another program is using the microphone. "
        + (RunningDaemon.find()?.explanation ?? "“fuser -v /dev/snd/*” names it.")
    case .denied: "I can't hear anything: I'm not allowed to use the microphone. Run: sudo usermod -aG audio $USER"
    case .failing, .stalled:
      "I can't hear anything: the microphone doesn't work. Unplug it and plug it in again, or run “vocative doctor”."
    case .silent: "I can't hear anything: the microphone is muted. Run: alsamixer -V capture"
    case .clipping: "I can't hear well: the microphone's gain is too high. Run: alsamixer -V capture"
    case .overrun, .dropped, .suspended, .shortReads, .otherRate, .offset: nil
    }
  }
}

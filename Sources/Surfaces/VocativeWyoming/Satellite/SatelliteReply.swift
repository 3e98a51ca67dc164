import Vocative

/// A reply to an utterance that was passed on.
enum SatelliteReply: Equatable, Sendable {
  /// The transcript; empty if nothing was recognized.
  case transcript(String)
  /// The text of the answer.
  case dialog(String)
  /// The speech of the answer begins.
  case speechBegan
  /// The speech of the answer; nil if it contains none.
  case speech(SpeechEngine.Speech?)
  /// The pipeline failed, with a code.
  case failed(String?)
  /// Home Assistant disconnected.
  case left
  /// The time limit for the beginning of speech, or for the whole answer, has passed.
  case timeUp(isLast: Bool)

  /// The pipeline's code if another satellite has heard the same wake phrase.
  private static let duplicate = "duplicate_wake_up_detected"

  /// The answer to an utterance; the fault is why it is missing, or why its speech is missing.
  static func outcome(
    of replies: AsyncStream<SatelliteReply>, source: String
  ) async -> (answer: FallbackAnswer?, fault: SatelliteFault?) {
    var (dialog, hasBegun) = ("", false)
    func words(_ fault: SatelliteFault) -> (FallbackAnswer?, SatelliteFault?) {
      (dialog.isEmpty ? nil : .spoken(.init(source: source, dialog: dialog, speech: nil)), fault)
    }
    for await reply in replies {
      switch reply {
      case .transcript(let text): if text.allSatisfy(\.isWhitespace) { return (nil, .notUnderstood) }
      case .dialog(let text): dialog = text
      case .speechBegan: hasBegun = true
      case .speech(nil): return words(.notUnderstood)
      case .speech(let speech): return (.spoken(.init(source: source, dialog: dialog, speech: speech)), nil)
      case .failed(duplicate): return (.elsewhere, nil)
      case .failed: return words(.notUnderstood)
      case .left: return words(.left)
      case .timeUp(let isLast): if isLast || !hasBegun { return words(.late) }
      }
    }
    return (nil, .left)
  }
}

/// Why an utterance was not answered, or not with speech.
enum SatelliteFault: Error, Equatable, CustomStringConvertible {
  /// Home Assistant does not understand it.
  case notUnderstood
  /// Home Assistant disconnected.
  case left
  /// The answer was late.
  case late

  var description: String {
    switch self {
    case .notUnderstood: "it did not understand the request either"
    case .left: "it disconnected"
    case .late: "it did not answer in time"
    }
  }
}

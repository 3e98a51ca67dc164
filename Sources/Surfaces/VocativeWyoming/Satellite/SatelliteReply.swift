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

  /// The outcome of an utterance, or why it was not answered.
  static func outcome(of replies: AsyncStream<SatelliteReply>, source: String) async -> Result<FallbackAnswer, SatelliteFault> {
    var (dialog, hasBegun) = ("", false)
    func words(_ fault: SatelliteFault) -> Result<FallbackAnswer, SatelliteFault> {
      dialog.isEmpty ? .failure(fault) : .success(.spoken(.init(source: source, dialog: dialog, speech: nil)))
    }
    for await reply in replies {
      switch reply {
      case .transcript(let text): if text.allSatisfy(\.isWhitespace) { return .failure(.notUnderstood) }
      case .dialog(let text): dialog = text
      case .speechBegan: hasBegun = true
      case .speech(nil): return words(.notUnderstood)
      case .speech(let speech): return .success(.spoken(.init(source: source, dialog: dialog, speech: speech)))
      case .failed(duplicate): return .success(.elsewhere)
      case .failed: return words(.notUnderstood)
      case .left: return words(.left)
      case .timeUp(let isLast): if isLast || !hasBegun { return words(.late) }
      }
    }
    return .failure(.left)
  }
}

/// Why an utterance was not answered.
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

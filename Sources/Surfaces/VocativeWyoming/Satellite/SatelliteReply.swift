import Vocative

/// What comes back for an utterance that was passed on.
enum SatelliteReply: Equatable, Sendable {
  /// It was written down; the words are none when nothing was recognised.
  case transcript(String)
  /// The words of the answer.
  case dialog(String)
  /// The answer begins to come as speech.
  case speechBegan
  /// The answer as speech; nil when there was none in it.
  case speech(SpeechEngine.Speech?)
  /// The pipeline has failed, with a code.
  case failed(String?)
  /// Nobody is there any more.
  case left
  /// So much time has passed without a beginning of speech, or altogether.
  case timeUp(isLast: Bool)

  /// The code of a pipeline that was not run because another satellite has heard the same wake phrase.
  private static let duplicate = "duplicate_wake_up_detected"

  /// What came of an utterance, or why it was not answered.
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

/// Why an utterance that was passed on was not answered.
enum SatelliteFault: Error, Equatable, CustomStringConvertible {
  /// It is no command there either.
  case notUnderstood
  /// Nobody is there any more.
  case left
  /// It took too long.
  case late

  var description: String {
    switch self {
    case .notUnderstood: "it has not understood either"
    case .left: "it has left"
    case .late: "it has not answered in time"
    }
  }
}

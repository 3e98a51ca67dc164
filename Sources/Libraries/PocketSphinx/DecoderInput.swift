/// An utterance as a decoder receives it.
public enum DecoderInput: Equatable, Sendable {
  /// Features, which the decoder compares with its acoustic model.
  case cepstra(Cepstra)
  /// Scores of the acoustic model's senones.
  case senoneScores(SenoneScores)

  /// The number of frames (10 ms).
  public var frameCount: Int {
    switch self {
    case .cepstra(let cepstra): cepstra.frameCount
    case .senoneScores(let scores): scores.frameCount
    }
  }

  /// Returns a range of frames, or the part of it that exists.
  public func frames(_ range: Range<Int>) -> DecoderInput {
    switch self {
    case .cepstra(let cepstra): .cepstra(cepstra.frames(range))
    case .senoneScores(let scores): .senoneScores(scores.frames(range))
    }
  }
}

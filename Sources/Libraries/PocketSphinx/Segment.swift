import Foundation

/// A stretch of decoded audio: a word of a grammar, a whole keyphrase, or a phone.
public struct Segment: Equatable, Sendable {
  /// The word, keyphrase or phone, or a filler such as `<sil>`.
  public let text: String
  /// First frame (10 ms) from the start of the utterance.
  public let startFrame: Int
  /// Last frame (10 ms), inclusive.
  public let endFrame: Int
  /// Log probability in the decoder's units (base 1.0001, shifted by 10 bits); see `KeyphraseMargin`.
  public let probability: Int
  /// Acoustic score in the decoder's units.
  public let acousticScore: Int

  /// Creates a word from its place and its scores.
  package init(text: String, startFrame: Int, endFrame: Int, probability: Int, acousticScore: Int) {
    self.text = text
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.probability = probability
    self.acousticScore = acousticScore
  }
}

/// The result of decoding an utterance.
public struct Hypothesis: Equatable, Sendable {
  /// The words and fillers in time order.
  public let segments: [Segment]
  /// Path score in the decoder's units: the sum of acoustic, language and insertion scores.
  public let score: Int
  /// The number of decoded frames (10 ms).
  public let frameCount: Int

  /// Creates a result from its words.
  package init(segments: [Segment], score: Int, frameCount: Int) {
    self.segments = segments
    self.score = score
    self.frameCount = frameCount
  }

  /// Returns the hypothesis of a part of an utterance as that of the whole utterance.
  ///
  /// - Parameters:
  ///   - firstFrame: The frame (10 ms) of the utterance at which the part begins.
  ///   - frameCount: The number of frames of the utterance.
  public func placed(at firstFrame: Int, ofFrames frameCount: Int) -> Hypothesis {
    let moved = segments.map {
      Segment(
        text: $0.text, startFrame: $0.startFrame + firstFrame, endFrame: $0.endFrame + firstFrame, probability: $0.probability,
        acousticScore: $0.acousticScore)
    }
    return Hypothesis(segments: moved, score: score, frameCount: frameCount)
  }
}

extension Hypothesis {
  /// Returns the acoustic scores of some frames (10 ms), each an equal part of its segment's, in the decoder's units.
  package func scores(of frames: some Sequence<Int>) -> [Double] {
    var scores: [Int: Double] = [:]
    for segment in segments where segment.endFrame >= segment.startFrame {
      let score = Double(segment.acousticScore) / Double(segment.endFrame - segment.startFrame + 1)
      for frame in segment.startFrame...segment.endFrame { scores[frame, default: 0] += score }
    }
    return frames.map { scores[$0, default: 0] }
  }

  /// Returns by how much this result explains each of some frames better than another result of the same audio.
  package func advantages(over other: Hypothesis, in frames: some Sequence<Int>) -> [Double] {
    zip(scores(of: frames), other.scores(of: frames)).map { $0 - $1 }
  }
}

extension [Double] {
  /// The mean of the values, or 0 without values.
  package var mean: Double { reduce(0, +) / Double(Swift.max(count, 1)) }
}

/// The margin by which a keyphrase was detected.
public enum KeyphraseMargin {
  /// The decimal logarithm of the strictest threshold at which a hit with this probability would still have been reported.
  ///
  /// PocketSphinx reports `ratio - 1500` in units of `1024 * ln(1.0001)`; one decade of likelihood ratio is 22.49 of them.
  public static func log10(ofProbability probability: Int) -> Double {
    let unitsPerDecade = 1 / (1024 * Foundation.log10(1.0001))
    return Double(probability + 1500) / unitsPerDecade
  }
}

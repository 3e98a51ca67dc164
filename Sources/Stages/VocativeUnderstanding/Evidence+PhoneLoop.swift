import AudioSamples
import PocketSphinx

extension Interpretation.Evidence {
  /// The frames per phone below which a word counts as squeezed; a hidden Markov model of three states takes at least three.
  private static let maxSqueezedFrames = 5

  /// Compares runs of words with a loop of free phones over the same audio: spoken words explain it nearly as well.
  ///
  /// - Parameters:
  ///   - hypothesis: The result that contains the words.
  ///   - loop: The result with free phones.
  ///   - phones: Returns the number of phones of a word.
  static func comparing(
    _ runs: [[Segment]], of hypothesis: Hypothesis, comparedWith loop: Hypothesis, phones: (Segment) -> Int
  ) -> Interpretation.Evidence? {
    // Only the audio of the words counts: the silence around them is not evidence.
    let spans = runs.compactMap { run -> ClosedRange<Int>? in
      guard let first = run.first?.startFrame, let last = run.last?.endFrame, last > first else { return nil }
      return first...last
    }
    let frames = spans.reduce(0) { $0 + $1.count }
    guard frames > 0 else { return nil }
    func score(_ whole: Hypothesis, _ spans: [ClosedRange<Int>]) -> Double {
      spans.reduce(0) { $0 + whole.score(from: $1.lowerBound, through: $1.upperBound) }
    }
    func advantage(_ spans: [ClosedRange<Int>]) -> Double {
      (score(loop, spans) - score(hypothesis, spans)) / Double(spans.reduce(0) { $0 + $1.count })
    }
    let whole = advantage(spans)
    let words = runs.joined()
    // A word of a few frames may fit badly by chance, unless it is at the start or the end: a word that was squeezed in there to
    // complete half a phrase has hardly more than the minimum of three frames per phone. A single vowel is often that short.
    let edges = [words.first, words.last].compactMap(\.self).filter { word in
      phones(word) > 1 && word.endFrame - word.startFrame < Self.maxSqueezedFrames * phones(word)
    }
    let telling = words.filter { $0.endFrame - $0.startFrame >= 20 } + edges
    return Interpretation.Evidence(
      phraseAdvantage: whole, worstWordAdvantage: telling.map { advantage([$0.startFrame...$0.endFrame]) }.max() ?? whole,
      phoneLoopScore: score(loop, spans) / Double(frames), frameCount: frames, wordCount: words.count,
      phoneCount: words.reduce(0) { $0 + phones($1) })
  }
}

extension Hypothesis {
  /// Seconds after the last phone of a phone loop, or the last word of a sentence, that is not one of the model's noises.
  var silenceAfter: Double {
    let last = segments.last { !$0.text.isFiller && !$0.text.hasPrefix("+") }?.endFrame ?? -1
    return SpeechAudio.seconds(of: (frameCount - 1 - last) * Decoder.samplesPerFrame)
  }

  /// Returns the acoustic score of a range of frames; the segments at its ends count in part.
  fileprivate func score(from first: Int, through last: Int) -> Double {
    segments.reduce(0) { sum, segment in
      let covered = min(segment.endFrame, last) - max(segment.startFrame, first) + 1
      guard covered > 0 else { return sum }
      return sum + Double(segment.acousticScore) * Double(covered) / Double(segment.endFrame - segment.startFrame + 1)
    }
  }
}

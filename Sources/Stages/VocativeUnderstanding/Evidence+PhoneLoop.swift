import AudioSamples
import PocketSphinx

extension Interpretation.Evidence {
  /// Frames for each phone of a word that was squeezed in: a hidden Markov model of three states cannot pass in fewer than three.
  private static let mostSqueezedFrames = 5

  /// Compares runs of words with a loop of free phones over the same audio: what was really said explains it nearly as well.
  ///
  /// - Parameters:
  ///   - hypothesis: What the words are part of.
  ///   - loop: The free phones.
  ///   - phones: How many phones a word has.
  static func comparing(
    _ runs: [[Segment]], of hypothesis: Hypothesis, beside loop: Hypothesis, phones: (Segment) -> Int
  ) -> Interpretation.Evidence? {
    // Only where words are: silence around them says nothing about which words they were.
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
    // A word of a few frames may fit badly by chance, but not where a phrase begins or ends: one squeezed in there, to make half a
    // phrase whole, has hardly more than the three frames that a phone needs at least. A single vowel is often that short.
    let edges = [words.first, words.last].compactMap(\.self).filter { word in
      phones(word) > 1 && word.endFrame - word.startFrame < Self.mostSqueezedFrames * phones(word)
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

  /// Acoustic score of a range of frames, with the segments at its ends counted in part.
  fileprivate func score(from first: Int, through last: Int) -> Double {
    segments.reduce(0) { sum, segment in
      let covered = min(segment.endFrame, last) - max(segment.startFrame, first) + 1
      guard covered > 0 else { return sum }
      return sum + Double(segment.acousticScore) * Double(covered) / Double(segment.endFrame - segment.startFrame + 1)
    }
  }
}

import AudioSamples
import PocketSphinx

extension Interpretation.Evidence {
  /// The frames (10 ms) of a stretch, about the length of a word.
  private static let stretch = 40
  /// The maximum number of words of a phrase that a squeezed word completes; in longer ones, people say some words that fast.
  private static let maxCompletedWords = 3
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
    let frames = runs.flatMap { run -> [Int] in
      guard let first = run.first?.startFrame, let last = run.last?.endFrame, last > first else { return [] }
      return Array(first...last)
    }
    guard !frames.isEmpty else { return nil }
    // A word that was squeezed in at the start or the end to complete half a phrase is much shorter than a stretch. A single vowel is
    // often that short.
    let words = runs.joined()
    let edges = words.count <= maxCompletedWords ? [words.first, words.last].compactMap(\.self) : []
    let squeezed = edges.filter { phones($0) > 1 && $0.endFrame - $0.startFrame < maxSqueezedFrames * phones($0) }
    let whole = loop.advantages(over: hypothesis, in: frames)
    return Interpretation.Evidence(
      phraseAdvantage: whole.mean,
      worstStretchAdvantage: squeezed.map { loop.advantages(over: hypothesis, in: $0.startFrame...$0.endFrame).mean }
        .reduce(whole.largestMean(of: stretch), max),
      phoneLoopScore: loop.scores(of: frames).mean, frameCount: frames.count,
      wordCount: words.count)
  }
}

extension Hypothesis {
  /// Seconds after the last phone of a phone loop, or the last word of a sentence, that is not one of the model's noises.
  var silenceAfter: Double {
    let last = segments.last { !$0.text.isFiller && !$0.text.hasPrefix("+") }?.endFrame ?? -1
    return SpeechAudio.seconds(of: (frameCount - 1 - last) * Decoder.samplesPerFrame)
  }
}

extension [Double] {
  /// Returns the largest mean of as many consecutive values, or the mean of all if there are fewer.
  fileprivate func largestMean(of length: Int) -> Double {
    let length = Swift.min(length, count)
    var sum = prefix(length).reduce(0, +)
    var largest = sum
    for index in length..<Swift.max(count, length) {
      sum += self[index] - self[index - length]
      largest = Swift.max(largest, sum)
    }
    return largest / Double(Swift.max(length, 1))
  }
}

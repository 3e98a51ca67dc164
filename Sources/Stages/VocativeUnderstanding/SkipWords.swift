extension Grammar {
  /// Words that may surround every sentence and are not part of it, such as "please".
  ///
  /// Sentence files of Home Assistant call them `skip_words`.
  public struct SkipWords: Equatable, Sendable {
    /// The phrases that may precede a sentence, also several of them, each as dictionary words.
    let before: [[String]]
    /// The phrases one of which may follow a sentence, each as dictionary words.
    let after: [[String]]

    /// No words.
    public static let none = SkipWords(before: [], after: [])
    /// The words of a polite request.
    public static let polite = SkipWords(
      before: ["please", "can you", "could you", "would you", "can you please", "could you please", "would you please"]
        .map(SpokenText.words),
      after: ["please", "thanks", "thank you"].map(SpokenText.words))

    /// The maximum number of phrases before a sentence; each of them is another sentence to try.
    private static let maxBefore = 4

    /// Whether nothing is skipped.
    var isEmpty: Bool { before.isEmpty && after.isEmpty }

    /// Every dictionary word.
    var words: Set<String> { Set((before + after).joined()) }

    /// Returns the phrases without any of some words.
    func removing(_ unknown: Set<String>) -> SkipWords {
      SkipWords(before: before.filter(unknown.isDisjoint), after: after.filter(unknown.isDisjoint))
    }

    /// Returns the parts of a sentence that remain without words around it, the whole sentence first.
    func parts(of words: [String]) -> [Range<Int>] {
      var starts = [0]
      while starts.count <= Self.maxBefore, let start = starts.last,
        let skipped = before.first(where: { words[start...].starts(with: $0) })
      {
        starts.append(start + skipped.count)
      }
      let ends = [words.count] + after.filter { words.reversed().starts(with: $0.reversed()) }.map { words.count - $0.count }
      return starts.flatMap { start in ends.filter { $0 > start }.map { start..<$0 } }
    }
  }
}

/// The words that were found around a sentence.
struct SkippedWords {
  /// The frames (10 ms) between them; the end is that of the utterance or later if no words follow the sentence.
  let frames: Range<Int>
  /// Whether there are words before the sentence.
  let hasWordsBefore: Bool
  /// Whether there are words after the sentence.
  let hasWordsAfter: Bool
  /// Whether a wake phrase precedes all.
  let isWoken: Bool

  /// The maximum frames of other sounds between the first sound, a phrase and the last sound.
  private static let maxFramesBetween = 20
  /// The maximum frames after a wake phrase.
  private static let maxFramesAfterWakePhrase = 60

  /// A phrase in an utterance.
  struct Hit {
    let words: [String]
    /// The frames (10 ms) of the phrase.
    let frames: Range<Int>
  }

  /// Finds the words around a sentence; nil if there are none.
  ///
  /// - Parameters:
  ///   - hits: The places of all phrases in an utterance.
  ///   - audible: The frames from the first sound of the utterance to the last one.
  init?(_ skipWords: Grammar.SkipWords, after wakePhrases: [[String]], in hits: [Hit], audible: Range<Int>) {
    /// Returns the end of the last phrase that begins near a frame; the first and the last phone may be quieter than average.
    func end(of phrases: [[String]], near frame: Int, within most: Int) -> Int? {
      hits.filter { phrases.contains($0.words) && $0.frames.lowerBound - frame <= most }.map(\.frames.upperBound).max()
    }
    let wakeEnd = end(of: wakePhrases, near: audible.lowerBound, within: Self.maxFramesBetween)
    var start = wakeEnd ?? audible.lowerBound
    var most = wakeEnd == nil ? Self.maxFramesBetween : Self.maxFramesAfterWakePhrase
    var hasWordsBefore = false
    while let next = end(of: skipWords.before, near: start, within: most), next > start {
      (start, most, hasWordsBefore) = (next, Self.maxFramesBetween, true)
    }
    let last = hits.last {
      skipWords.after.contains($0.words) && audible.upperBound - $0.frames.upperBound <= Self.maxFramesBetween
    }
    guard hasWordsBefore || last != nil else { return nil }
    (isWoken, self.hasWordsBefore, hasWordsAfter) = (wakeEnd != nil, hasWordsBefore, last != nil)
    let (first, end) = (hasWordsBefore ? start : 0, last?.frames.lowerBound ?? .max)
    guard first < end else { return nil }
    frames = first..<end
  }
}

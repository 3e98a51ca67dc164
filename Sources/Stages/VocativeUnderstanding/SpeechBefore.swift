import PocketSphinx

/// The limits above which speech before a command makes it a part of a longer sentence.
///
/// The search explains words that no phrase has by silence, or by a longer first word: "don't turn on the lights" is "turn on the lights"
/// after a silence to it, or with a long "turn". Free phones explain both far better.
public struct SpeechBefore: Equatable, Sendable {
  /// The maximum advantage of free phones over the silence before the first word, in the decoder's score units per frame.
  public var maxAdvantageOverSilence = 22.0
  /// The same over a first word that is long for its phones.
  public var maxAdvantageOverLongWord = 8.0

  /// Frames (10 ms) before the first word that are compared.
  static let frameCount = 40
  /// The minimum of them: a breath or the end of a chime is shorter.
  private static let minFrameCount = 30
  /// The same after a wake phrase.
  private static let minFrameCountAfterWakePhrase = 20
  /// The maximum frames of a word per phone; people say "no" and "pause" alone that slowly.
  private static let maxFramesPerPhone = 16

  /// Creates the default limits.
  ///
  /// With the network, free phones are ahead of the silence before 700 commands of five sets by 20 units at most, and by 22 to 63 before
  /// commands in the middle of a sentence. They are ahead of long first words by 6 at most, and by 13 with a "don't" in one.
  public init() {}

  /// Returns whether free phones show other speech directly before the words of a hypothesis.
  ///
  /// - Parameters:
  ///   - first: The first word.
  ///   - wakeWord: The last word of the wake phrase before it; nil if none is expected.
  ///   - phoneCount: The number of phones of the word.
  ///   - loop: The free phones, from `frameCount` frames before the word on.
  func isFound(
    before first: Segment, after wakeWord: Segment?, phoneCount: Int, of hypothesis: Hypothesis, comparedWith loop: Hypothesis
  ) -> Bool {
    let start = max(wakeWord.map { $0.endFrame + 1 } ?? 0, first.startFrame - Self.frameCount)
    let before = min(start, first.startFrame)..<first.startFrame
    if before.count >= (wakeWord == nil ? Self.minFrameCount : Self.minFrameCountAfterWakePhrase),
      loop.advantages(over: hypothesis, in: before).mean > maxAdvantageOverSilence
    {
      return true
    }
    // After a wake phrase in the same breath, an "I" is often that long.
    guard wakeWord == nil else { return false }
    let word = first.startFrame...max(first.startFrame, first.endFrame)
    return word.count > Self.maxFramesPerPhone * phoneCount
      && loop.advantages(over: hypothesis, in: word).mean > maxAdvantageOverLongWord
  }
}

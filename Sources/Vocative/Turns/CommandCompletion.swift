import VocativeDetection
import VocativeUnderstanding

/// Decides at each pause whether a command is complete, before the end of the speech is certain.
///
/// A pure value that remembers what was understood at the pauses before.
struct CommandCompletion: Equatable, Sendable {
  /// A result at a possible end of the speech.
  private struct Anticipation: Equatable, Sendable {
    let text: String
    let hasFaded: Bool
  }

  /// The confidence from which a phrase is answered before the end of speech is certain.
  ///
  /// Of 129 home commands and coffee orders in quiet that are understood with it, two are wrong.
  private static let decisiveConfidence = 0.7

  /// Seconds without any phone after which a certain phrase is complete, although sound follows it.
  private static let silenceAfterFading = 0.35

  /// Seconds without any phone after which doubtful speech that has faded is complete, if the result is repeated.
  private static let silenceAfterDoubtful = 1.0

  /// Seconds without any phone at the end of a repeated result; in a loud room, the model finds phones in the noise.
  private static let silenceOfRepetition = 0.15

  /// Seconds without any word after which a certain phrase is complete, although a sound has interrupted the silence after it.
  ///
  /// Chosen on orders and home commands with inserted pauses: the decoder has found the next words by then.
  private static let silenceBeforeInterruption = 0.4

  /// Seconds without any phone after which any speech is complete.
  private static let silenceAfterSpeech = 0.6

  /// Whether the result at the last pause was not certain.
  private(set) var isDoubtful = false
  /// The result at the last pause that was a silence or faint sound.
  private var anticipated: Anticipation?
  /// The text of the result at the last sound that may be noise after the speech.
  private var interrupted: String?
  /// The length of the silences that end a sentence, as a share of the default.
  private let patience: Double

  /// Creates the state at the start of speech.
  init(patience: Double) {
    self.patience = patience
  }

  /// Returns whether speech that is understood in this way at a pause is complete.
  ///
  /// A certain phrase that cannot continue needs no more audio. One that has continued another phrase, and may continue once more, needs
  /// a long pause. Any phrase is complete after some time without possible speech. This time is shorter for a certain phrase in a loud
  /// room, where the end of speech cannot be detected. There, it is also complete if faint sound follows its last word for long, whatever
  /// phones the model finds in it. Any phrase is complete if it is recognized twice with a short silence after it: the sound in between
  /// was noise. A sound that interrupts the silence after a certain phrase is noise too if no word is found in it. A doubtful result that
  /// has faded or is followed by a sound must be recognized twice, with a longer silence after it. If that result is doubtful because of the
  /// sound, the speech before it may be a certain phrase that cannot continue. A rejection is final only then, or at the end of speech.
  mutating func isComplete(_ understanding: Understanding, at pause: SpeechPause) -> Bool {
    let isFollowedBySound = pause.isFollowedBySound
    let interpretation: Interpretation?
    let isSure: Bool
    switch understanding {
    case .understood(let found): (interpretation, isSure) = (found, found.confidence >= Self.decisiveConfidence)
    case .rejected(let rejection): (interpretation, isSure) = (rejection.best, false)
    case .wakePhraseOnly: (interpretation, isSure) = (nil, false)
    }
    isDoubtful = !isSure
    guard let interpretation else { return false }
    let isRecognizedAgain = isRepetition(interpretation.text, at: pause)
    // The chime of a device is rejected too, and the command follows it.
    if case .rejected = understanding, !isFollowedBySound { return false }
    // Without a measurement, the sound that interrupts a silence may be the next word.
    let silence = interpretation.silenceAfter ?? (pause == .faded && isSure ? .infinity : 0)
    // The model finds phones in noise, but hardly words.
    let silenceBeforeNoise = interpretation.silenceAfterWords ?? 0
    let isRepeated = pause != .interrupted && isRecognizedAgain && silence >= Self.silenceOfRepetition * patience
    if isFollowedBySound, !isSure {
      // A loud breath fades too, and the command follows it.
      let isLong =
        pause == .interrupted
        ? silenceBeforeNoise >= patience * Self.silenceAfterSpeech : silence >= patience * Self.silenceAfterDoubtful
      guard isRecognizedAgain, isLong else { return false }
    }
    let needed = patience * (isFollowedBySound ? Self.silenceAfterFading : Self.silenceAfterSpeech)
    let isOver = !interpretation.mayGoOn || pause == .long && interpretation.continuesAPhrase
    let needsNoMoreAudio = isSure && isOver && !isFollowedBySound
    let neededBeforeNoise = pause == .interrupted ? Self.silenceBeforeInterruption : Self.silenceAfterSpeech
    let isFollowedByNoise = isFollowedBySound && silenceBeforeNoise >= patience * neededBeforeNoise
    return needsNoMoreAudio || silence >= needed || isRepeated || isFollowedByNoise
  }

  /// Continues to wait at a pause whose sound is speech, which was not decoded.
  mutating func speechGoesOn(at pause: SpeechPause) {
    isDoubtful = false
    if pause == .interrupted { interrupted = nil } else { anticipated = nil }
  }

  /// Returns whether a result was also the last one of its kind of pause, and remembers it.
  private mutating func isRepetition(_ text: String, at pause: SpeechPause) -> Bool {
    switch pause {
    case .long, .beforeInterruption:
      // It has the same speech as a pause before it.
      return false
    case .interrupted:
      // The sound may be the beginning of the next word, so the pauses around it do not repeat each other.
      defer { interrupted = text }
      return text == interrupted
    case .short, .faded:
      // In a pause after speech that only seemed to fade, the last word has ended; no noise has been heard.
      let anticipation = Anticipation(text: text, hasFaded: pause == .faded)
      defer { anticipated = anticipation }
      return anticipation == anticipated
    }
  }
}

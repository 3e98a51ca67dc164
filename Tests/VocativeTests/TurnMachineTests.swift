import Testing
import Vocative
import VocativeDetection
import VocativeUnderstanding

@Suite("The decision to answer a command")
struct TurnMachineTests {
  /// A command that was recognized at a moment when the speech may have ended.
  struct Moment: Sendable, CustomTestStringConvertible {
    var text = "a latte"
    var confidence = 0.7
    var mayGoOn = false
    var silence: Double? = 0.2
    var silenceAfterWords: Double?
    var continuesAPhrase = false
    var pause = SpeechPause.short
    var testDescription: String {
      """
      \(text), \(confidence), may go on \(mayGoOn), continues a phrase \(continuesAPhrase), \(silence ?? -1) s, \(silenceAfterWords ?? -1) s after \
      words, \(pause)
      """
    }

    var understanding: Understanding { .understood(interpretation) }

    var interpretation: Interpretation {
      var interpretation = Interpretation(
        text: text, intent: "Order", slots: [:], confidence: confidence, mayGoOn: mayGoOn, silenceAfter: silence)
      interpretation.silenceAfterWords = silenceAfterWords
      interpretation.continuesAPhrase = continuesAPhrase
      return interpretation
    }
  }

  /// A machine that waits for an answer.
  private static var awake: TurnMachine {
    var machine = TurnMachine(addressing: .wakePhrase)
    machine.answered(expectsAnswer: true, now: 0)
    return machine
  }

  private static func isAnswered(_ moments: [Moment]) -> Bool {
    var machine = awake
    for moment in moments {
      if machine.answer(toAnticipated: moment.understanding, at: moment.pause) != nil { return true }
    }
    return false
  }

  @Test(
    "A command is answered at a pause if it is certainly complete",
    arguments: [
      (Moment(), true),
      (Moment(mayGoOn: true), false),
      (Moment(confidence: 0.69), false),
      (Moment(mayGoOn: true, pause: .long), false),
      (Moment(mayGoOn: true, continuesAPhrase: true), false),
      (Moment(mayGoOn: true, continuesAPhrase: true, pause: .long), true),
      (Moment(mayGoOn: true, silence: 0, continuesAPhrase: true, pause: .long), true),
      (Moment(confidence: 0.69, mayGoOn: true, continuesAPhrase: true, pause: .long), false),
      (Moment(confidence: 0.4, mayGoOn: true, silence: 0.7), true),
      (Moment(silence: 0.2, pause: .faded), false),
      (Moment(mayGoOn: true, silence: 0.4, pause: .faded), true),
      (Moment(confidence: 0.69, mayGoOn: true, silence: 0.4, pause: .faded), false),
      (Moment(confidence: 0.69, mayGoOn: true, silence: 1.1, pause: .faded), false),
      (Moment(mayGoOn: true, silence: 0, silenceAfterWords: 0.7, pause: .faded), true),
      (Moment(mayGoOn: true, silence: 0, silenceAfterWords: 0.5, pause: .faded), false),
      (Moment(mayGoOn: true, silence: 0, silenceAfterWords: 0.7), false),
      (Moment(confidence: 0.69, mayGoOn: true, silence: 0, silenceAfterWords: 0.7, pause: .faded), false),
      (Moment(silence: nil, pause: .faded), true),
      (Moment(confidence: 0.69, silence: nil, pause: .faded), false),
      (Moment(silence: 0.4, pause: .interrupted), true),
      (Moment(silence: nil, pause: .interrupted), false),
      (Moment(mayGoOn: true, silence: 0, silenceAfterWords: 0.45, pause: .interrupted), true),
      (Moment(mayGoOn: true, silence: 0, silenceAfterWords: 0.35, pause: .interrupted), false),
      (Moment(confidence: 0.69, mayGoOn: true, silence: 0, silenceAfterWords: 0.45, pause: .interrupted), false),
    ])
  func pause(_ moment: Moment, isAnswered: Bool) {
    #expect(Self.isAnswered([moment]) == isAnswered)
  }

  @Test("A command that is recognized twice is complete, because the sound in between was noise")
  func sameTwice() {
    let moment = Moment(confidence: 0.6, mayGoOn: true, silence: 0.2)
    #expect(!Self.isAnswered([moment]))
    #expect(Self.isAnswered([moment, moment]))
    let speaking = Moment(confidence: 0.6, mayGoOn: true, silence: 0)
    #expect(!Self.isAnswered([speaking, speaking]), "fainter words may still come")
    #expect(!Self.isAnswered([moment, Moment(text: "a latte with milk", confidence: 0.6, mayGoOn: true)]))
  }

  @Test("A doubtful command is not recognized twice if the pause after it only becomes longer")
  func longerPause() {
    let moment = Moment(confidence: 0.6, mayGoOn: true)
    var longer = moment
    longer.pause = .long
    #expect(!Self.isAnswered([moment, longer]))
    #expect(Self.isAnswered([moment, longer, moment]))
  }

  @Test("A command that is recognized while the speech fades and again in the pause after it may continue")
  func pauseAfterFading() {
    let fading = Moment(mayGoOn: true, silence: 0, pause: .faded)
    #expect(!Self.isAnswered([fading, Moment(mayGoOn: true, silence: 0.2)]))
    #expect(Self.isAnswered([fading, Moment(mayGoOn: true, silence: 0.2, pause: .faded)]))
  }

  @Test("A command that is recognized once more at an interruption may continue, because the sound may be a word")
  func pauseAroundInterruption() {
    let paused = Moment(confidence: 0.6, mayGoOn: true)
    let interrupted = Moment(confidence: 0.6, mayGoOn: true, pause: .interrupted)
    #expect(!Self.isAnswered([interrupted, paused]))
    #expect(!Self.isAnswered([paused, interrupted]))
    #expect(!Self.isAnswered([interrupted, interrupted]))
    #expect(Self.isAnswered([paused, interrupted, paused]), "the pauses around the sound still count")
  }

  @Test("A doubtful command that has faded is complete only after a repetition and a long silence, because it may be a breath")
  func doubtfulAfterFading() {
    let moment = Moment(confidence: 0.6, silence: 0.7, pause: .faded)
    #expect(!Self.isAnswered([moment, moment]))
    let later = Moment(confidence: 0.6, silence: 1.1, pause: .faded)
    #expect(Self.isAnswered([moment, later]))
    #expect(!Self.isAnswered([moment, Moment(text: "a latte with milk", confidence: 0.6, silence: 1.1, pause: .faded)]))
  }

  @Test("A doubtful command is complete if the sound after it has no word twice, because the sound is noise")
  func doubtfulBeforeNoise() {
    let moment = Moment(confidence: 0.6, mayGoOn: true, silence: 0, silenceAfterWords: 0.45, pause: .interrupted)
    var later = moment
    later.silenceAfterWords = 0.9
    #expect(!Self.isAnswered([later]))
    #expect(!Self.isAnswered([moment, moment]))
    #expect(Self.isAnswered([moment, later]))
    #expect(Self.isAnswered([moment, Moment(text: "a latte with milk", confidence: 0.6, silence: 0, pause: .faded), later]))
    var other = later
    other.text = "a latte with milk"
    #expect(!Self.isAnswered([moment, other]))
  }

  @Test(
    "A certain command that cannot continue is complete before a loud noise",
    arguments: [
      (Moment(silence: 0.1, pause: .beforeInterruption), true),
      (Moment(mayGoOn: true, silence: 0.1, pause: .beforeInterruption), false),
      (Moment(mayGoOn: true, silence: 0.1, continuesAPhrase: true, pause: .beforeInterruption), false),
      (Moment(confidence: 0.69, silence: 0.1, pause: .beforeInterruption), false),
    ])
  func beforeLoudNoise(_ moment: Moment, isAnswered: Bool) {
    #expect(Self.isAnswered([Moment(confidence: 0.1, silence: 0, pause: .interrupted), moment]) == isAnswered)
    #expect(Self.isAnswered([moment, moment]) == isAnswered)
  }

  @Test(
    "A command that is recognized before and after more speech is not complete because of that",
    arguments: [
      (
        Moment(confidence: 0.6, mayGoOn: true, silence: 0, silenceAfterWords: 0.45, pause: .interrupted),
        Moment(confidence: 0.6, mayGoOn: true, silence: 0, silenceAfterWords: 0.9, pause: .interrupted)
      ),
      (Moment(mayGoOn: true, silence: 0.2, pause: .faded), Moment(mayGoOn: true, silence: 0.2, pause: .faded)),
    ])
  func speechBetween(_ first: Moment, _ second: Moment) {
    #expect(Self.isAnswered([first, second]))
    var machine = Self.awake
    #expect(machine.answer(toAnticipated: first.understanding, at: first.pause) == nil)
    machine.speechGoesOn(at: first.pause)
    #expect(machine.answer(toAnticipated: second.understanding, at: second.pause) == nil)
  }

  @Test("If a sound interrupts a silence, the command is recognized without leaving out a sound before it")
  func beginningAtInterruption() {
    for (pause, beginning) in [
      (SpeechPause.short, CommandRecognizer.Beginning.command), (.faded, .command), (.interrupted, .immediateCommand),
    ] {
      var machine = Self.awake
      let actions = machine.receive(.speechPaused(start: 16_000, end: 32_000, pause))
      #expect(actions == [.anticipate(16_000..<35_200, beginning, pause)])
    }
  }

  @Test("The speech before a sound is recognized only if the result with the sound was doubtful")
  func speechBeforeSound() {
    let event = DetectionEvent.speechPaused(start: 16_000, end: 32_000, .beforeInterruption)
    for (confidence, isRecognized) in [(0.1, true), (0.9, false)] {
      var machine = Self.awake
      let moment = Moment(confidence: confidence, mayGoOn: true, silence: 0, pause: .interrupted)
      #expect(machine.answer(toAnticipated: moment.understanding, at: .interrupted) == nil)
      let expected: [TurnMachine.Action] =
        isRecognized ? [.anticipate(16_000..<33_600, .immediateCommand, .beforeInterruption)] : []
      #expect(machine.receive(event) == expected)
    }
    var machine = Self.awake
    #expect(machine.receive(event) == [], "nothing was recognized with the sound")
    let doubtful = Moment(confidence: 0.1, mayGoOn: true, silence: 0, pause: .interrupted)
    #expect(machine.answer(toAnticipated: doubtful.understanding, at: .interrupted) == nil)
    machine.speechGoesOn(at: .interrupted)
    #expect(machine.receive(event) == [], "the last sound was speech")
  }

  @Test("A rejected sound in a pause does not end the wait for a command, however long the silence after it")
  func rejectionInPause() {
    var machine = Self.awake
    let chime = Moment(confidence: 0.1, silence: 0.9)
    let rejected = Understanding.rejected(Rejection(.lowConfidence, best: chime.interpretation))
    #expect(machine.answer(toAnticipated: rejected, at: .short) == nil)
    #expect(machine.answer(toAnticipated: rejected, at: .short) == nil)
    #expect(machine.answer(toAnticipated: Moment().understanding, at: .short) != nil, "the command after it is answered")
  }

  @Test("After new speech, the same command counts as recognized for the first time")
  func newSpeech() {
    var machine = Self.awake
    let moment = Moment(confidence: 0.6, mayGoOn: true)
    #expect(machine.answer(toAnticipated: moment.understanding, at: .short) == nil)
    _ = machine.receive(.speechStarted(at: 16_000))
    #expect(machine.answer(toAnticipated: moment.understanding, at: .short) == nil)
  }

  @Test("A wake phrase without a command in endless noise ends the call, and the noise from before the call is not decoded")
  func wakePhraseInNoise() {
    var machine = TurnMachine(addressing: .wakePhrase)
    let (start, end) = (960_000, 976_000)
    let hit = KeyphraseHit(
      keyphrase: Keyphrase(text: "hey money", kind: .wake, log10Threshold: 0), start: start, end: end, margin: 1)
    _ = machine.receive(.speechStarted(at: 0))
    _ = machine.receive(.spotted(hit))
    let now = end + 160_000
    guard case .recognize(let range, .wakePhrase)? = machine.advance(to: now).first else {
      Issue.record("The speech is not cut short")
      return
    }
    #expect(range.lowerBound > start - 16_000)
    #expect(machine.answer(to: .wakePhraseOnly, now: now)?.understanding == .wakePhraseOnly)
    #expect(machine.advance(to: now + 320).isEmpty)
  }

  @Test("A long command that is discarded does not make the next one too long")
  func discardedCommand() {
    var machine = Self.awake
    _ = machine.receive(.speechStarted(at: 0))
    #expect(!machine.advance(to: 160_000).isEmpty)
    // The microphone was muted meanwhile, so there is no answer.
    machine.answered(expectsAnswer: false, now: 170_000)
    machine.answered(expectsAnswer: true, now: 200_000)
    let rejected = Understanding.rejected(Rejection(.notAPhrase))
    #expect(machine.answer(to: rejected, now: 220_000)?.understanding == rejected)
  }

  @Test("Speech that ended before the wake phrase is not a command, and the wait for one continues")
  func speechBeforeWakePhrase() {
    var machine = TurnMachine(timeouts: .init(patience: 6), addressing: .wakePhrase)
    let hit = KeyphraseHit(
      keyphrase: Keyphrase(text: "hey money", kind: .wake, log10Threshold: 0), start: 60_000, end: 75_000, margin: 1)
    _ = machine.receive(.speechStarted(at: 0))
    _ = machine.receive(.spotted(hit))
    #expect(machine.receive(.speechPaused(start: 0, end: 32_000, .long)).isEmpty)
    #expect(machine.receive(.speechEnded(start: 0, end: 32_000)).isEmpty)
    guard case .awake(let call) = machine.state else {
      Issue.record("\(machine.state)")
      return
    }
    #expect(call.hit == hit)
    #expect(machine.advance(to: call.deadline) == [.giveUp(.nothingHeard)])
  }

  @Test("Without a wake phrase, speech is known to contain no phrase until one is detected")
  func otherSpeech() {
    let hit = KeyphraseHit(
      keyphrase: Keyphrase(text: "vacation goal", kind: .invocation, log10Threshold: 0), start: 50_000, end: 60_000, margin: 1)
    for addressing in [SpeechPlan.Addressing.wakePhrase, .invocation, .anySpeech] {
      var machine = TurnMachine(addressing: addressing)
      #expect(!machine.hasHeardOtherSpeech)
      _ = machine.receive(.speechStarted(at: 0))
      _ = machine.receive(.speechEnded(start: 0, end: 32_000))
      #expect(machine.hasHeardOtherSpeech == (addressing == .invocation))
      _ = machine.receive(.spotted(hit))
      #expect(!machine.hasHeardOtherSpeech)
    }
  }

  @Test("Without a conversation, no command is answered")
  func idle() {
    var machine = TurnMachine(addressing: .wakePhrase)
    #expect(machine.answer(toAnticipated: Moment().understanding, at: .short) == nil)
  }

  /// The sound or the sentence before the assistant waits for a command.
  enum Sound: Sendable {
    /// A tone, which asks for the command of the call.
    case tone
    /// A question of its own, instead of the tone.
    case question
  }

  @Test(
    "The wake phrase of a call is kept after a pause and a tone, but not after a question",
    arguments: [
      ([], "hey money"), ([.tone], "hey money"), ([.tone, .tone], "hey money"), ([.question], nil), ([.tone, .question], nil),
    ] as [([Sound], String?)])
  func wakePhrase(sounds: [Sound], phrase: String?) {
    var machine = TurnMachine(addressing: .wakePhrase)
    let hit = KeyphraseHit(
      keyphrase: Keyphrase(text: "hey money", kind: .wake, log10Threshold: 0), start: 0, end: 16_000, margin: 1)
    #expect(machine.receive(.spotted(hit)) == [.report(hit)])
    var now = 20_000
    #expect(machine.answer(to: .wakePhraseOnly, now: now) == nil)
    for sound in sounds {
      machine.beginPrompt()
      if sound == .question { machine.beginTurn() }
      #expect(machine.state == .answering)
      now += 10_000
      machine.answered(expectsAnswer: true, now: now)
    }
    guard case .awake(let call) = machine.state else {
      Issue.record("\(machine.state)")
      return
    }
    #expect(call.wakePhrase == phrase)
    #expect(call.hit == nil)
    #expect(call.deadline == now + 96_000, "six seconds later")
  }
}

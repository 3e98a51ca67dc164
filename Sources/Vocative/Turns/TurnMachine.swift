import AudioSamples
import VocativeCapture
package import VocativeDetection
package import VocativeUnderstanding

/// Decides what a conversation does next, from what was detected and how far the audio has come.
///
/// A pure value on the audio's own clock: in a replay and at a microphone it takes the same decisions at the same samples.
package struct TurnMachine: Equatable, Sendable {
  /// What the conversation is doing.
  package enum State: Equatable, Sendable {
    /// Waiting for a keyphrase.
    case idle
    /// Spoken to: waiting for the command, until a deadline.
    case awake(Call)
    /// Handling a request, or speaking.
    case answering
  }

  /// Why the assistant is awake, and until when.
  package struct Call: Equatable, Sendable {
    /// The keyphrase that woke it; nil when it asked a question itself.
    package var hit: KeyphraseHit?
    /// The wake phrase, also when what follows it came after a pause.
    package var wakePhrase: String?
    /// Whether nobody may have been speaking to the assistant at all.
    package var isUnaddressed = false
    /// Sample at which it gives up unless somebody is speaking.
    package var deadline: Int
  }

  /// What is to be done.
  package enum Action: Equatable, Sendable {
    /// Tell that a keyphrase was heard.
    case report(KeyphraseHit)
    /// Decode this stretch of audio.
    case recognize(Range<Int>, CommandRecognizer.Beginning)
    /// Decode this stretch of audio, after which more may come; whether the speech has faded into a loud room.
    case anticipate(Range<Int>, CommandRecognizer.Beginning, hasFaded: Bool)
    /// Say why nothing came of it.
    case giveUp(Rejection.Reason)
  }

  /// How long each state may last, in seconds of audio.
  package struct Timeouts: Equatable, Sendable {
    package var command: Double
    package var longestCommand: Double
    /// After a keyphrase, before the same one counts as said again.
    package var refractory: Double

    package init(command: Double = 6, longestCommand: Double = 10, refractory: Double = 1) {
      self.command = command
      self.longestCommand = longestCommand
      self.refractory = refractory
    }
  }

  /// Seconds of audio decoded before a keyphrase's start and after a speech's end, whose positions are not exact.
  private static let lead = 0.15
  private static let tail = 0.2

  /// Confidence from which a phrase is answered before the end of the speech is sure.
  private static let decisiveConfidence = 0.95

  /// Seconds without any phone after which speech that has faded into a loud room is over if it makes a sure phrase.
  private static let silenceAfterFading = 0.35

  /// Seconds without any phone at the end of a command that was the same before; in a loud room, the model finds phones in the noise.
  private static let silenceOfRepetition = 0.15

  /// Seconds without any phone after which speech is over, whatever it was.
  private static let silenceAfterSpeech = 0.6

  package private(set) var state = State.idle
  private var speechStart: Int?
  /// The last keyphrase that counted.
  private var lastCall: KeyphraseHit?
  private var wasCutShort = false
  /// What the speech was at the last moment at which it might have ended.
  private var anticipated: String?
  package let timeouts: Timeouts
  package let addressing: SpeechPlan.Addressing

  package init(timeouts: Timeouts = Timeouts(), addressing: SpeechPlan.Addressing) {
    self.timeouts = timeouts
    self.addressing = addressing
  }

  package mutating func take(_ event: DetectionEvent) -> [Action] {
    switch event {
    case .speechStarted(let position):
      speechStart = position
      anticipated = nil
      return []
    case .spotted(let hit):
      return take(hit)
    case .speechPaused(let start, let end, let hasFaded):
      guard case .awake(let call) = state else { return [] }
      let (range, beginning) = stretch(of: start..<end, call: call)
      return [.anticipate(range, beginning, hasFaded: hasFaded)]
    case .speechEnded(let start, let end):
      speechStart = nil
      if state == .idle, addressing == .anySpeech, end - start <= samples(timeouts.longestCommand) {
        state = .awake(Call(hit: nil, isUnaddressed: true, deadline: end))
      }
      guard case .awake(let call) = state else { return [] }
      return [recognition(of: start..<end, call: call)]
    }
  }

  private mutating func take(_ hit: KeyphraseHit) -> [Action] {
    switch (hit.keyphrase.kind, state) {
    case (_, .answering): return []
    case (.wake, _) where isRepetition(hit), (.invocation, .idle) where isRepetition(hit):
      // Nothing new; but what follows is to be decoded from behind it.
      guard case .awake(var call) = state, call.hit?.keyphrase == hit.keyphrase else { return [] }
      call.hit = hit
      state = .awake(call)
      return []
    case (.wake, _):
      lastCall = hit
      state = .awake(Call(hit: hit, wakePhrase: hit.keyphrase.text, deadline: hit.end + samples(timeouts.command)))
      return [.report(hit)]
    case (.invocation, .idle):
      guard addressing == .invocation else { return [] }
      lastCall = hit
      state = .awake(Call(hit: hit, deadline: hit.end + samples(timeouts.command)))
      return [.report(hit)]
    case (.invocation, .awake(let call)):
      // Evidence for what follows the wake phrase; the grammar decides what it was.
      return call.hit?.keyphrase.kind == .wake ? [.report(hit)] : []
    }
  }

  /// Whether the same was said just before.
  private func isRepetition(_ hit: KeyphraseHit) -> Bool {
    guard let lastCall, lastCall.keyphrase.text == hit.keyphrase.text else { return false }
    return hit.start - lastCall.end < samples(timeouts.refractory)
  }

  /// Time has passed up to the sample `now`.
  package mutating func advance(to now: Int) -> [Action] {
    guard case .awake(let call) = state else { return [] }
    if let speechStart {
      let commandStart = max(speechStart, call.hit?.end ?? 0)
      guard now - commandStart >= samples(timeouts.longestCommand) else { return [] }
      wasCutShort = true
      return [recognition(of: speechStart..<now, call: call)]
    }
    guard now >= call.deadline else { return [] }
    return giveUp(.nothingHeard)
  }

  /// No more audio will come.
  package mutating func finish() -> [Action] {
    guard case .awake = state else { return [] }
    return giveUp(.nothingHeard)
  }

  /// What to answer.
  package struct Answer: Equatable, Sendable {
    /// To what.
    package let understanding: Understanding
    /// Whether to be silent about a rejection, because nobody may have been speaking to the assistant.
    package let isQuiet: Bool
  }

  /// Says what to answer to what was recognised; nil to go on listening, as after a wake phrase with nothing behind it yet.
  package mutating func answer(to understanding: Understanding, now: Int) -> Answer? {
    defer { wasCutShort = false }
    guard case .awake(var call) = state else { return nil }
    if understanding == .wakePhraseOnly {
      call.hit = nil
      call.deadline = now + samples(timeouts.command)
      state = .awake(call)
      return nil
    }
    state = .answering
    if wasCutShort, case .rejected(let rejection) = understanding {
      return Answer(understanding: .rejected(Rejection(.tooLong, best: rejection.best)), isQuiet: false)
    }
    return Answer(understanding: understanding, isQuiet: call.isUnaddressed)
  }

  /// Says what to answer before the end of speech is sure; nil to wait for it.
  ///
  /// A sure phrase that cannot go on needs no more audio. Any phrase is over if nothing that could be speech has come for a while, which
  /// is shorter for a sure phrase in a loud room, where the end of speech cannot be heard. It is over as well if it is the same phrase as
  /// at an earlier moment with a moment of silence after it: the sound between them was noise.
  package mutating func answer(toAnticipated understanding: Understanding, hasFaded: Bool) -> Answer? {
    guard case .awake(let call) = state else { return nil }
    let interpretation: Interpretation?
    let isSure: Bool
    switch understanding {
    case .understood(let found): (interpretation, isSure) = (found, found.confidence >= Self.decisiveConfidence)
    case .rejected(let rejection): (interpretation, isSure) = (rejection.best, false)
    case .wakePhraseOnly: (interpretation, isSure) = (nil, false)
    }
    guard let interpretation else { return nil }
    defer { anticipated = interpretation.text }
    let needed = hasFaded && isSure ? Self.silenceAfterFading : Self.silenceAfterSpeech
    let silence = interpretation.silenceAfter ?? (hasFaded && isSure ? .infinity : 0)
    let isComplete = isSure && !interpretation.mayGoOn && !hasFaded
    let isRepeated = interpretation.text == anticipated && silence >= Self.silenceOfRepetition
    guard isComplete || silence >= needed || isRepeated else { return nil }
    state = .answering
    return Answer(understanding: understanding, isQuiet: call.isUnaddressed)
  }

  /// The assistant does something that nobody asked for by voice.
  package mutating func beginTurn() {
    state = .answering
  }

  /// The answer was given at the sample `now`.
  package mutating func answered(expectsAnswer: Bool, now: Int) {
    speechStart = nil
    state = expectsAnswer ? .awake(Call(hit: nil, deadline: now + samples(timeouts.command))) : .idle
  }

  private mutating func giveUp(_ reason: Rejection.Reason) -> [Action] {
    state = .answering
    return [.giveUp(reason)]
  }

  private func recognition(of speech: Range<Int>, call: Call) -> Action {
    let (range, beginning) = stretch(of: speech, call: call)
    return .recognize(range, beginning)
  }

  /// What of the speech is for the assistant, and how it begins.
  private func stretch(of speech: Range<Int>, call: Call) -> (Range<Int>, CommandRecognizer.Beginning) {
    let end = speech.upperBound + samples(Self.tail)
    guard let hit = call.hit, hit.end > speech.lowerBound else { return (speech.lowerBound..<end, .command) }
    let start = max(speech.lowerBound, hit.start - samples(Self.lead))
    return (start..<end, hit.keyphrase.kind == .wake ? .wakePhrase : .command)
  }

  private func samples(_ seconds: Double) -> Int { SpeechAudio.samples(in: seconds) }
}

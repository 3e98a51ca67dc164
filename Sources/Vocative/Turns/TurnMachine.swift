import AudioSamples
import VocativeCapture
package import VocativeDetection
package import VocativeUnderstanding

/// Decides the next step of a conversation from detections and the position in the audio.
///
/// A pure value on the audio's own clock: it makes the same decisions at the same samples in a replay and at a microphone.
package struct TurnMachine: Equatable, Sendable {
  /// The state of the conversation.
  package enum State: Equatable, Sendable {
    /// Waiting for a keyphrase.
    case idle
    /// Called, and waiting for the command until a deadline.
    case awake(Call)
    /// Handling a request, or speaking.
    case answering
  }

  /// The reason why the assistant is awake, and the deadline.
  package struct Call: Equatable, Sendable {
    /// The keyphrase that woke the assistant; nil if the assistant asked a question.
    package var hit: KeyphraseHit?
    /// The wake phrase, even if a pause follows it.
    package var wakePhrase: String?
    /// Whether the speech may not be addressed to the assistant.
    package var isUnaddressed = false
    /// The sample at which the wait ends unless speech is in progress.
    package var deadline: Int
  }

  /// An action for the turn loop.
  package enum Action: Equatable, Sendable {
    /// Report a detected keyphrase.
    case report(KeyphraseHit)
    /// Decode this range of audio.
    case recognize(Range<Int>, CommandRecognizer.Beginning)
    /// Decode this range of audio, after which more may follow.
    case anticipate(Range<Int>, CommandRecognizer.Beginning, SpeechPause)
    /// Report why the call led to nothing.
    case giveUp(Rejection.Reason)
  }

  /// The maximum duration of each state, in seconds of audio.
  package struct Timeouts: Equatable, Sendable {
    package var command: Double
    package var maxCommandDuration: Double
    /// The time after a keyphrase during which the same one is not a new call.
    package var refractory: Double
    /// The length of the silences that end a sentence, as a share of the default.
    package var patience: Double

    package init(command: Double = 6, maxCommandDuration: Double = 10, refractory: Double = 1, patience: Double = 1) {
      self.command = command
      self.maxCommandDuration = maxCommandDuration
      self.refractory = refractory
      self.patience = patience
    }
  }

  /// Seconds of audio decoded before the start of a keyphrase and after the end of speech, whose positions are not exact.
  private static let lead = 0.15
  private static let tail = 0.2
  /// The same after the end of speech before an interruption, so that the sound is not decoded.
  private static let tailBeforeInterruption = 0.1

  package private(set) var state = State.idle
  /// The call whose command is awaited; nil if there is none.
  package var call: Call? { if case .awake(let call) = state { call } else { nil } }
  /// The call whose command the assistant asks for with a tone; nil if it does not.
  private var prompted: Call?
  private var speechStart: Int?
  /// The last accepted keyphrase.
  private var lastCall: KeyphraseHit?
  private var wasCutShort = false
  /// Whether any speech has ended.
  private var hasHeardSpeech = false
  private var completion: CommandCompletion
  /// Whether there was speech without any of the phrases, which come without a wake phrase.
  package var hasHeardOtherSpeech: Bool { addressing == .invocation && hasHeardSpeech && lastCall == nil }
  package let timeouts: Timeouts
  package let addressing: SpeechPlan.Addressing

  package init(timeouts: Timeouts = Timeouts(), addressing: SpeechPlan.Addressing) {
    self.timeouts = timeouts
    self.addressing = addressing
    completion = CommandCompletion(patience: timeouts.patience)
  }

  package mutating func receive(_ event: DetectionEvent) -> [Action] {
    switch event {
    case .speechStarted(let position):
      speechStart = position
      completion = CommandCompletion(patience: timeouts.patience)
      return []
    case .spotted(let hit):
      return receive(hit)
    case .speechPaused(let start, let end, let pause):
      guard case .awake(let call) = state else { return [] }
      // A loud noise hides a faint command, which is certain without it.
      guard pause != .beforeInterruption || completion.isDoubtful else { return [] }
      let tail = pause == .beforeInterruption ? Self.tailBeforeInterruption : Self.tail
      guard let (range, beginning) = stretch(of: start..<end, tail: tail, call: call) else { return [] }
      // If a chime or a breath came before the command, the next pause leaves it out, which takes twice as long.
      let isImmediate = pause.isInterruption && beginning == .command
      return [.anticipate(range, isImmediate ? .immediateCommand : beginning, pause)]
    case .speechEnded(let start, let end):
      (speechStart, hasHeardSpeech) = (nil, true)
      if state == .idle, addressing == .anySpeech, end - start <= samples(timeouts.maxCommandDuration) {
        state = .awake(Call(hit: nil, isUnaddressed: true, deadline: end))
      }
      guard case .awake(let call) = state else { return [] }
      return recognition(of: start..<end, call: call)
    }
  }

  private mutating func receive(_ hit: KeyphraseHit) -> [Action] {
    switch (hit.keyphrase.kind, state) {
    case (_, .answering): return []
    case (.wake, _) where isRepetition(hit), (.invocation, .idle) where isRepetition(hit):
      // Not a new call, but the command is decoded from this repetition on.
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
      // Only evidence for the command after the wake phrase; the grammar decides.
      return call.hit?.keyphrase.kind == .wake ? [.report(hit)] : []
    }
  }

  /// Returns whether the same phrase was detected just before.
  private func isRepetition(_ hit: KeyphraseHit) -> Bool {
    guard let lastCall, lastCall.keyphrase.text == hit.keyphrase.text else { return false }
    return hit.start - lastCall.end < samples(timeouts.refractory)
  }

  /// Advances the time to the sample `now`.
  package mutating func advance(to now: Int) -> [Action] {
    guard case .awake(let call) = state else { return [] }
    if let speechStart {
      let commandStart = max(speechStart, call.hit?.end ?? 0)
      guard now - commandStart >= samples(timeouts.maxCommandDuration) else { return [] }
      wasCutShort = true
      return recognition(of: speechStart..<now, call: call)
    }
    guard now >= call.deadline else { return [] }
    return giveUp(.nothingHeard)
  }

  /// Ends the audio.
  package mutating func finish() -> [Action] {
    guard case .awake = state else { return [] }
    return giveUp(.nothingHeard)
  }

  /// A decision to answer.
  package struct Answer: Equatable, Sendable {
    /// The understanding to answer.
    package var understanding: Understanding
    /// Whether a rejection stays silent, because the speech may not be addressed to the assistant.
    package let isQuiet: Bool
  }

  /// Returns the answer to an understanding; nil to continue listening, as after a wake phrase without a command.
  package mutating func answer(to understanding: Understanding, now: Int) -> Answer? {
    defer { wasCutShort = false }
    guard case .awake(var call) = state else { return nil }
    // Speech that was cut short has not ended: without the hit, all of it would be decoded, also that from before the call.
    if understanding == .wakePhraseOnly, !wasCutShort {
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

  /// Returns the answer before the end of speech is certain; nil to wait for it.
  package mutating func answer(toAnticipated understanding: Understanding, at pause: SpeechPause) -> Answer? {
    guard case .awake(let call) = state, completion.isComplete(understanding, at: pause) else { return nil }
    state = .answering
    return Answer(understanding: understanding, isQuiet: call.isUnaddressed)
  }

  /// Continues to wait at a pause whose sound is speech, which was not decoded.
  package mutating func speechGoesOn(at pause: SpeechPause) {
    completion.speechGoesOn(at: pause)
  }

  /// Starts a turn without a spoken call.
  package mutating func beginTurn() {
    prompted = nil
    state = .answering
  }

  /// Starts to ask for the command of the current call, which `answered` continues.
  package mutating func beginPrompt() {
    guard case .awake(let call) = state else { return }
    prompted = call
    state = .answering
  }

  /// Ends the answer at the sample `now`.
  package mutating func answered(expectsAnswer: Bool, now: Int) {
    (speechStart, wasCutShort) = (nil, false)
    var call = prompted ?? Call(hit: nil, deadline: now)
    call.deadline = now + samples(timeouts.command)
    prompted = nil
    state = expectsAnswer ? .awake(call) : .idle
  }

  private mutating func giveUp(_ reason: Rejection.Reason) -> [Action] {
    state = .answering
    return [.giveUp(reason)]
  }

  private func recognition(of speech: Range<Int>, call: Call) -> [Action] {
    stretch(of: speech, tail: Self.tail, call: call).map { [.recognize($0.range, $0.beginning)] } ?? []
  }

  /// Returns the part of the speech that is for the assistant, and how it begins; nil if the speech ended before the call.
  ///
  /// With much patience, a faint wake phrase fits between the speech and the moment at which its end is certain.
  private func stretch(
    of speech: Range<Int>, tail: Double, call: Call
  ) -> (range: Range<Int>, beginning: CommandRecognizer.Beginning)? {
    let end = speech.upperBound + samples(tail)
    guard let hit = call.hit, hit.end > speech.lowerBound else { return (speech.lowerBound..<end, .command) }
    let start = max(speech.lowerBound, hit.start - samples(Self.lead))
    guard start < end else { return nil }
    return (start..<end, hit.keyphrase.kind == .wake ? .wakePhrase : .command)
  }

  private func samples(_ seconds: Double) -> Int { SpeechAudio.samples(in: seconds) }
}

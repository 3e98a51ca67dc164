import AcousticFrontEnd
import AudioSamples
import PocketSphinx
import Vocative
import VocativeCapture

/// Runs one recording through detection, turns and recognition on the audio's own clock, faster than real time.
struct PipelineListener {
  struct Heard {
    var understanding: Understanding
    var wakeScore: Double?
    var recognitionTime = 0.0
    var decision: UnderstandingEvaluation.Decision?
  }

  private let detector: Detector
  private let recognizer: CommandRecognizer
  private let addressing: SpeechPlan.Addressing
  private let timeouts: TurnMachine.Timeouts
  private var lastRecognition: Recognition?

  init(model: RecognitionModel, plan: SpeechPlan, configuration: TurnLoop.Configuration) throws {
    let frontEnd = UtteranceFrontEnd(model: model.acousticModel)
    let patience = configuration.patience
    timeouts = TurnMachine.Timeouts(patience: patience.factor)
    detector = Detector(
      model: model.acousticModel, frontEnd: frontEnd, configuration: patience.applied(to: configuration.detection))
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    recognizer = CommandRecognizer(
      model: model.acousticModel, frontEnd: frontEnd, configuration: configuration.recognition, dictation: model.dictation)
    try recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
    // Each recording has a new recognizer, but a program loads this once.
    try recognizer.prepareFreeText()
    addressing = plan.addressing
  }

  /// Processes the whole recording as one command: answers at a pause if a conversation would, otherwise at its detected end.
  mutating func command(_ audio: EvaluationAudio) throws -> Heard {
    var machine = TurnMachine(timeouts: timeouts, addressing: addressing)
    // As after a question: any speech is an answer.
    machine.answered(expectsAnswer: true, now: audio.start + audio.samples.count)
    let all = audio.all
    var heard = Heard(understanding: .rejected(Rejection(.nothingHeard)))
    var last: (end: Int, beginning: CommandRecognizer.Beginning, delay: Double, time: Double, understanding: Understanding)?
    var answer: UnderstandingEvaluation.Decision?
    // A command in several parts is still one command.
    var start: Int?
    /// Returns the samples of the command up to the end of a range; nil for speech in the room before the recording.
    func samples(upTo range: Range<Int>) -> [Int16]? {
      guard range.upperBound > audio.start else { return nil }
      let first = start ?? max(range.lowerBound, audio.start)
      start = first
      return Array(all[first..<min(range.upperBound, all.count)])
    }
    let endpoint = try detector.endpoint(of: audio, maxDuration: timeouts.maxCommandDuration) { event, delay, processing in
      for case .anticipate(let range, let beginning, let pause) in machine.receive(event) {
        guard let samples = samples(upTo: range) else { continue }
        // A long pause has the same speech as the short one before it.
        if range.upperBound != last?.end || beginning != last?.beginning {
          let (goesOn, examining) = try speechGoesOn(at: pause, after: samples)
          heard.recognitionTime += examining
          guard !goesOn else {
            machine.speechGoesOn(at: pause)
            continue
          }
          let (understanding, time) = try ProcessorTime.of { try recognizer.recognize(samples, from: beginning) }
          heard.recognitionTime += time
          last = (range.upperBound, beginning, delay, examining + time, understanding)
        }
        guard let last, let found = machine.answer(toAnticipated: last.understanding, at: pause) else { continue }
        heard.understanding = found.understanding
        // Decoding may last until the long pause.
        let decoded = max(0, last.delay + last.time - delay)
        answer = .init(endpointDelay: delay, processing: processing + decoded)
        return true
      }
      return false
    }
    if let answer {
      heard.decision = answer
      return heard
    }
    guard let endpoint, case .recognize(let range, let beginning)? = machine.receive(endpoint.event).first,
      let samples = samples(upTo: range)
    else { return heard }
    if let last, range.upperBound == last.end, beginning == last.beginning {
      // Already decoded while waiting for more speech.
      heard.understanding = last.understanding
      heard.decision = .init(
        endpointDelay: endpoint.delay, processing: endpoint.processing + max(0, last.delay + last.time - endpoint.delay))
      return heard
    }
    let (understanding, time) = try ProcessorTime.of { try recognizer.recognize(samples, from: beginning) }
    heard.understanding = understanding
    heard.recognitionTime += time
    heard.decision = .init(endpointDelay: endpoint.delay, processing: endpoint.processing + time)
    return heard
  }

  /// Finds the wake phrase and the command after it, as in a conversation.
  mutating func turn(_ audio: EvaluationAudio) throws -> Heard {
    var machine = TurnMachine(timeouts: timeouts, addressing: addressing)
    var heard = Heard(understanding: .rejected(Rejection(.nothingHeard)))
    for frame in audio.frames {
      let (events, detectionTime) = try ProcessorTime.of { try detector.process(frame) }
      guard frame.sampleTime >= audio.start else { continue }
      // Each event may change the meaning of the next one; the clock comes last.
      var pending = events.map(Optional.some) + [nil]
      var actions: [TurnMachine.Action] = []
      while !actions.isEmpty || !pending.isEmpty {
        if actions.isEmpty {
          actions = pending.removeFirst().map { machine.receive($0) } ?? machine.advance(to: frame.endSampleTime)
          continue
        }
        switch actions.removeFirst() {
        case .report(let hit):
          guard hit.keyphrase.kind == .wake else { continue }
          heard.wakeScore = max(heard.wakeScore ?? 0, hit.margin)
          try detector.listenForRequests(after: hit.end)
        case .anticipate(let range, let beginning, let pause):
          let (goesOn, examining) = try speechGoesOn(at: pause, after: detector.history.samples(in: range))
          heard.recognitionTime += examining
          guard !goesOn else {
            machine.speechGoesOn(at: pause)
            continue
          }
          let (understanding, time, waiting) = try recognize(range, from: beginning, at: frame)
          heard.recognitionTime += time
          guard let answer = machine.answer(toAnticipated: understanding, at: pause) else { continue }
          heard.understanding = answer.understanding
          heard.decision = decision(on: audio, at: frame, processing: detectionTime + examining + waiting)
          return heard
        case .recognize(let range, let beginning):
          let (understanding, time, waiting) = try recognize(range, from: beginning, at: frame)
          heard.recognitionTime += time
          guard let answer = machine.answer(to: understanding, now: frame.endSampleTime) else { continue }
          heard.understanding = answer.understanding
          heard.decision = decision(on: audio, at: frame, processing: detectionTime + waiting)
          return heard
        case .giveUp(let reason):
          heard.understanding = .rejected(Rejection(reason))
          return heard
        }
      }
    }
    return heard
  }

  /// Returns whether speech goes on at a pause after some samples, and the processor time to find out.
  private func speechGoesOn(at pause: SpeechPause, after samples: [Int16]) throws -> (goesOn: Bool, time: Double) {
    guard pause.isFollowedBySound else { return (false, 0) }
    return try ProcessorTime.of { try recognizer.hasSpeech(atEndOf: samples) }
  }

  /// A stretch of audio that has been decoded.
  private struct Recognition {
    let range: Range<Int>
    let beginning: CommandRecognizer.Beginning
    let understanding: Understanding
    /// The time in the audio at which the decoding ends, in seconds.
    let end: Double
  }

  /// Decodes a stretch of audio, unless it was the last one decoded.
  ///
  /// - Returns: The understanding, the processor time, and the seconds until the decoding ends, which may have begun at an earlier pause.
  private mutating func recognize(
    _ range: Range<Int>, from beginning: CommandRecognizer.Beginning, at frame: AudioFrame
  ) throws -> (understanding: Understanding, time: Double, waiting: Double) {
    let now = SpeechAudio.seconds(of: frame.endSampleTime)
    if let lastRecognition, lastRecognition.range == range, lastRecognition.beginning == beginning {
      return (lastRecognition.understanding, 0, max(0, lastRecognition.end - now))
    }
    let samples = detector.history.samples(in: range)
    let (understanding, time) = try ProcessorTime.of { try recognizer.recognize(samples, from: beginning) }
    lastRecognition = Recognition(range: range, beginning: beginning, understanding: understanding, end: now + time)
    return (understanding, time, time)
  }

  private func decision(
    on audio: EvaluationAudio, at frame: AudioFrame, processing: Double
  ) -> UnderstandingEvaluation.Decision? {
    audio.end.map { end in
      .init(
        endpointDelay: SpeechAudio.seconds(of: frame.endSampleTime - end), processing: processing)
    }
  }
}

import PocketSphinx
import Vocative
import VocativeCapture

/// One recording through detection, turns and recognition, by the clock of the audio itself and without waiting for it.
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
  private let timeouts = TurnMachine.Timeouts()

  init(model: RecognitionModel, plan: SpeechPlan) throws {
    detector = Detector(model: model.acousticModel)
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    recognizer = CommandRecognizer(model: model.acousticModel, dictation: model.dictation)
    try recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
    addressing = plan.addressing
  }

  /// The whole recording as one command; only when its end is noticed is left to detection.
  mutating func command(_ audio: EvaluationAudio) throws -> Heard {
    let (understanding, time) = try ProcessorTime.of { try recognizer.recognize(audio.samples, from: .command) }
    var heard = Heard(understanding: understanding, recognitionTime: time)
    heard.decision = try detector.endpoint(of: audio, longest: timeouts.longestCommand).map {
      .init(endpointDelay: $0.delay, processing: $0.processing + time)
    }
    return heard
  }

  /// The wake phrase and the command behind it, found as in a conversation.
  mutating func turn(_ audio: EvaluationAudio) throws -> Heard {
    var machine = TurnMachine(timeouts: timeouts, addressing: addressing)
    var heard = Heard(understanding: .rejected(Rejection(.nothingHeard)))
    for frame in audio.frames {
      let (events, detectionTime) = try ProcessorTime.of { try detector.process(frame) }
      // Each event may change what the next one means; the clock comes last.
      var pending = events.map(Optional.some) + [nil]
      var actions: [TurnMachine.Action] = []
      while !actions.isEmpty || !pending.isEmpty {
        if actions.isEmpty {
          actions = pending.removeFirst().map { machine.take($0) } ?? machine.advance(to: frame.endSampleTime)
          continue
        }
        switch actions.removeFirst() {
        case .report(let hit):
          if hit.keyphrase.kind == .wake { heard.wakeScore = max(heard.wakeScore ?? 0, hit.margin) }
        case .recognize(let range, let beginning):
          let samples = detector.history.samples(in: range)
          let (understanding, time) = try ProcessorTime.of { try recognizer.recognize(samples, from: beginning) }
          heard.recognitionTime += time
          guard let answer = machine.answer(to: understanding, now: frame.endSampleTime) else { continue }
          heard.understanding = answer.understanding
          heard.decision = audio.speechEnd.map { end in
            .init(
              endpointDelay: Double(max(frame.endSampleTime - end, 0)) / Double(AudioFrame.sampleRate),
              processing: detectionTime + time)
          }
          return heard
        case .giveUp(let reason):
          heard.understanding = .rejected(Rejection(reason))
          return heard
        }
      }
    }
    return heard
  }
}

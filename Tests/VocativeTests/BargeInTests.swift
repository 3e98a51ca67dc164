import AssistantTestSupport
import Dispatch
import Foundation
import Logging
import Testing
import Vocative
import VocativeTestSupport

@Suite("Interrupting an answer", .tags(.long), .serialized)
struct BargeInTests {
  private static func silence(_ seconds: Double) -> [Int16] { [Int16](repeating: 0, count: Int(seconds * 16_000)) }

  private static var bargeIn: TurnLoop.Configuration {
    var configuration = TurnLoop.Configuration()
    configuration.bargeIn = BargeIn()
    return configuration
  }

  /// Speaks an answer while a live source delivers audio; returns the pipeline with its results.
  private func answer(
    to request: String = "safe to spend", over audio: [Int16], then next: [Int16] = [],
    configuration: TurnLoop.Configuration = bargeIn
  ) async throws -> (pipeline: TestPipeline, speaker: InterruptibleSynthesizer) {
    let (isSpeaking, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let speaker = InterruptibleSynthesizer { isSpeaking.signal() }
    let pipeline = try await TestPipeline(configuration: configuration, synthesizer: speaker)
    let gate = Gate()
    async let triggering = {
      await gate.arrived()
      gate.open()
      defer { hasEnded.signal() }
      return try await pipeline.loop.trigger(request)
    }()
    let lead = Self.silence(1)
    try await pipeline.play(
      SampleSource(lead + audio + Self.silence(1) + next, isLive: true) { position in
        if position == lead.count / 2 {
          gate.wait()
          isSpeaking.wait()
        }
        guard position == (lead.count + audio.count) / 320 * 320 else { return }
        speaker.release()
        // Audio that arrives faster than real time would be over before the answer ends.
        hasEnded.wait()
      })
    _ = try await triggering
    return (pipeline, speaker)
  }

  @Test("A stop word stops the answer immediately, and the next request is heard", arguments: ["stop", "cancel"])
  func stopWord(word: String) async throws {
    let audio = try await Self.silence(0.5) + SynthesizedSpeech.samples(of: word, voice: "slt") + Self.silence(1)
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    let (pipeline, speaker) = try await answer(over: audio, then: request + Self.silence(1))
    #expect(speaker.interrupted.count == 1)
    #expect(pipeline.events.spotted.first == word)
    #expect(pipeline.events.understood.map(\.intent) == ["SafeToSpend", "GoalProgress"], "\(pipeline.events)")
    #expect(pipeline.states.last == .idle)
  }

  @Test("Without barge-in, a stop word has no effect: half duplex is the default")
  func halfDuplex() async throws {
    let audio = try await Self.silence(0.5) + SynthesizedSpeech.samples(of: "stop", voice: "slt") + Self.silence(1)
    let (pipeline, speaker) = try await answer(over: audio, configuration: .init())
    #expect(speaker.interrupted.isEmpty)
    #expect(pipeline.events.spotted.isEmpty)
  }

  @Test("An interrupted question is dropped, as with \"cancel\"")
  func question() async throws {
    let audio = try await Self.silence(0.5) + SynthesizedSpeech.samples(of: "stop", voice: "slt") + Self.silence(1)
    let (pipeline, speaker) = try await answer(to: "move one dollar from summer vacation to new computer", over: audio)
    #expect(speaker.interrupted.count == 1)
    #expect(pipeline.states.last == .idle)
    #expect(try await pipeline.loop.trigger("yes").rejections == ["not-a-phrase"])
  }

  @Test("Neither the assistant's own speech nor other talk interrupts it")
  func otherTalk() async throws {
    let talk = try RawRecording.samples(of: "human/cards-005.flac")
    let own = try await SynthesizedSpeech.samples(
      of: "You can safely spend three hundred twelve dollars. Tell the others to start at the top.", voice: "slt")
    let (pipeline, speaker) = try await answer(over: talk + own)
    #expect(speaker.interrupted.isEmpty)
    #expect(pipeline.events.spotted.isEmpty, "\(pipeline.events)")
  }

  @Test("A stop word at the very end of an answer does not stop the next answer")
  func lateStopWord() async throws {
    let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let speaker = InterruptibleSynthesizer(holdsEach: true) { hasBegun.signal() }
    let pipeline = try await TestPipeline(configuration: Self.bargeIn, synthesizer: speaker)
    let gates = [Gate(), Gate()]
    async let triggering: Void = {
      for gate in gates {
        await gate.arrived()
        gate.open()
        _ = try await pipeline.loop.trigger("safe to spend")
        hasEnded.signal()
      }
    }()
    // The answer ends before the word can be detected.
    let word = try await SynthesizedSpeech.samples(of: "stop", voice: "slt")
    let first = Self.silence(1) + Array(word.prefix((word.lastIndex { abs(Int($0)) > 500 } ?? 0) + 1_600))
    let beginnings = [8_000, first.count + 48_000].map { $0 / 320 * 320 }
    let ends = [first.count, first.count + 64_000].map { $0 / 320 * 320 }
    try await pipeline.play(
      SampleSource(first + Self.silence(5), isLive: true) { position in
        if let turn = beginnings.firstIndex(of: position) {
          gates[turn].wait()
          hasBegun.wait()
        }
        guard ends.contains(position) else { return }
        speaker.release()
        hasEnded.wait()
      })
    try await triggering
    #expect(speaker.texts.count == 2)
    #expect(speaker.interrupted.isEmpty)
    #expect(pipeline.events.spotted.isEmpty, "\(pipeline.events)")
  }

  // MARK: Echo

  @Test("A stop word is heard over a loud echo only if the device also records the playback")
  func echo() async throws {
    let played = try await SynthesizedSpeech.samples(
      of: "You have saved one thousand two hundred forty dollars of two thousand dollars for summer vacation. That leaves seven "
        + "hundred sixty dollars to go.", voice: "slt")
    let word = try await Self.silence(3.5) + SynthesizedSpeech.samples(of: "cancel", voice: "rms")
    let heard = Array(EchoRoom.sum(EchoRoom.echo(of: played), word).prefix(played.count))
    let both = zip(heard, played).flatMap { [$0, $1] }
    for (reference, isHeard) in [(EchoReference(channel: 1, of: 2), true), (nil, false)] {
      var microphone = try SimulatedMicrophone(playing: reference == nil ? heard : both)
      microphone.channels = reference == nil ? 1 : 2
      var configuration = MicrophoneSource.Configuration()
      configuration.echoReference = reference
      let source = MicrophoneSource(
        device: try microphone.device, whenUnavailable: .fail, configuration: configuration,
        logger: .silent)
      var samples: [Int16] = []
      for try await frame in source.frames() where samples.count < played.count {
        samples += frame.samples
        if samples.count >= played.count { break }
      }
      let (pipeline, speaker) = try await answer(over: samples)
      #expect(pipeline.events.spotted == (isHeard ? ["cancel"] : []))
      #expect(speaker.interrupted.isEmpty != isHeard)
    }
  }

  // MARK: Earcon

  @Test("A tone is played if a pause follows the wake phrase, and the command after it is heard")
  func earcon() async throws {
    var configuration = TurnLoop.Configuration()
    configuration.earcon = Earcon()
    let wake = try await SynthesizedSpeech.samples(of: "hey assistant", voice: "slt")
    let pause = wake.count + 16_000
    let audio =
      try wake + Self.silence(1.5)
      + RawRecording.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac") + Self.silence(1)
    let speaker = InterruptibleSynthesizer()
    speaker.release()
    let pipeline = try await TestPipeline(configuration: configuration, synthesizer: speaker)
    try await pipeline.play(
      SampleSource(audio, isLive: true) { position in
        guard position == pause / 320 * 320 else { return }
        Gate.block { speaker.earcons == 1 && pipeline.states.last == .awake }
      })
    #expect(speaker.earcons == 1)
    #expect(pipeline.events.understood.map(\.intent) == ["GoalProgress"], "\(pipeline.events)")
  }

  @Test("The tone does not interrupt a command in the same breath, and is off by default")
  func noEarcon() async throws {
    var configuration = TurnLoop.Configuration()
    configuration.earcon = Earcon()
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    let wake = try RawRecording.samples(of: "refused/slt-wake-phrase-only.flac")
    for (configuration, audio) in [(configuration, request), (.init(), wake)] {
      let speaker = InterruptibleSynthesizer()
      speaker.release()
      let pipeline = try await TestPipeline(configuration: configuration, synthesizer: speaker)
      try await pipeline.play(SampleSource(audio + Self.silence(1), isLive: true))
      #expect(speaker.earcons == 0)
      #expect(speaker.texts.count == 1)
    }
  }
}

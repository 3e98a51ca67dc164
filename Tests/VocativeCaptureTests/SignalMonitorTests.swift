import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Microphone signal faults", .timeLimit(.minutes(10)))
struct SignalMonitorTests {
  /// Forty seconds of audio that is not silent, clipped or offset.
  private static let noise = SyntheticAudio.noise(count: 640_000).map { $0 / 8 }

  @Test(
    "A constant, clipped or offset signal is reported once at its start and once at its end",
    arguments: [
      (CaptureCondition.silent, SoundFault.zeros(in: 32_000..<192_000)), (.clipping, .clipping(in: 32_000..<192_000)),
      (.offset, .offset(in: 32_000..<192_000)),
    ])
  func faults(condition: CaptureCondition, fault: SoundFault) async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [fault]
    let watched = WatchedMicrophone(try microphone.device)
    _ = try await watched.framesUntilOver()
    #expect(watched.begun == [condition])
    #expect(watched.occurrences(of: condition) == 1)
    let episode = try #require(watched.ended.first)
    #expect(episode.condition == condition)
    // Enough faulty audio must be within a window of five seconds that is judged each second.
    #expect((32_000...128_000).contains(episode.start))
    #expect((160_000...272_000).contains(episode.end))
    #expect(watched.lines.count == 2)
  }

  @Test("A muted microphone that is unplugged and comes back muted stays muted until it delivers sound")
  func mutedAcrossGap() async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.zeros(in: 32_000..<320_000), .unplug(at: 160_000, refusing: 1)]
    let watched = WatchedMicrophone(try microphone.device)
    _ = try await watched.framesUntilOver(2)
    #expect(watched.begun == [.silent, .missing])
    #expect(watched.occurrences(of: .silent) == 1)
    #expect(watched.ended.map(\.condition) == [.missing, .silent])
    let silence = try #require(watched.ended.last)
    #expect(silence.start < 160_000)
    #expect(silence.end >= 300_000)
  }

  @Test("Speech with pauses has no fault")
  func speech() throws {
    let recording = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    #expect(findings(in: Array(repeating: recording, count: 6).flatMap { $0 }) == [])
  }

  @Test("A shout does not count as clipping")
  func shout() {
    var samples = Self.noise.prefix(160_000)
    for index in 32_000..<32_300 { samples[index] = .max }
    #expect(findings(in: Array(samples)) == [])
  }

  @Test("A constant value other than zero also counts as silent")
  func constant() {
    #expect(findings(in: Array(repeating: 1000, count: 96_000)).contains(.silent))
  }

  @Test("The signal is not judged across a gap")
  func gap() {
    var monitor = SignalMonitor()
    let zeros = [Int16](repeating: 0, count: AudioFrame.sampleCount)
    var position = 0
    for second in 1...20 {
      for _ in 0..<50 {
        #expect(monitor.process(AudioFrame(samples: zeros, sampleTime: position))?.isEmpty ?? true)
        position += AudioFrame.sampleCount
      }
      if second.isMultiple(of: 4) { position += 1 }
    }
  }

  private func findings(in samples: [Int16]) -> Set<CaptureCondition> {
    var monitor = SignalMonitor()
    var found: Set<CaptureCondition> = []
    for start in stride(from: 0, to: samples.count, by: AudioFrame.sampleCount) {
      let end = min(start + AudioFrame.sampleCount, samples.count)
      let judgement = monitor.process(AudioFrame(samples: Array(samples[start..<end]), sampleTime: start))
      found.formUnion((judgement ?? []).map(\.condition))
    }
    return found
  }
}

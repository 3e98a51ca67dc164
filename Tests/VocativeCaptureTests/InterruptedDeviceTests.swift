import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Interrupted microphones", .timeLimit(.minutes(10)))
struct InterruptedDeviceTests {
  private static let noise = SyntheticAudio.noise(count: 160_000).map { $0 / 8 }

  @Test("Capture continues after an overrun, with a gap of the lost time")
  func overrun() async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.overrun(at: 3200, losing: 8000)]
    let watched = WatchedMicrophone(try microphone.device, sleep: .seconds(3))
    let frames = try await watched.framesUntilOver()
    let heard = Self.noise.prefix(3200) + Self.noise.dropFirst(11_200)
    #expect(frames.samples.elementsEqual(heard.prefix(frames.samples.count)))
    // Three seconds, minus the audio in the buffer, which holds one second.
    #expect(frames.gaps.count == 1)
    #expect(frames.gaps.allSatisfy { abs($0 - 48_000) < 17_000 })
    #expect(watched.begun == [.overrun])
    #expect(watched.source.statistics.counts.overruns == 1)
    #expect(watched.source.statistics.counts.suspensions == 0)
    #expect(watched.lines.count == 2)
  }

  @Test(
    "Capture continues after a suspend, with a gap of that time, whether or not the card resumes by itself",
    arguments: [true, false])
  func suspension(resumes: Bool) async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.suspend(at: 3200, losing: 8000)]
    microphone.resumes = resumes
    let watched = WatchedMicrophone(try microphone.device, sleep: .seconds(8 * 3600))
    let frames = try await watched.framesUntilOver()
    let heard = Self.noise.prefix(3200) + Self.noise.dropFirst(11_200)
    #expect(frames.samples.elementsEqual(heard.prefix(frames.samples.count)))
    let night = 8 * 3600 * AudioFrame.sampleRate
    #expect(frames.gaps.count == 1)
    #expect(frames.gaps.allSatisfy { abs($0 - night) < 17_000 })
    #expect(watched.begun == [.suspended])
    #expect(watched.source.statistics.counts.suspensions == 1)
    #expect(watched.source.statistics.counts.overruns == 0)
  }

  @Test("Repeated overruns are logged once")
  func manyOverruns() async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = (1...10).map { .overrun(at: $0 * 3200) }
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.gaps.count == 10)
    #expect(watched.source.statistics.counts.overruns == 10)
    #expect(watched.ended.map(\.occurrences) == [10])
    #expect(watched.lines.count == 2)
  }

  @Test("Overruns that begin again within an hour are not logged again")
  func recurringOverruns() async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.overrun(at: 3200), .overrun(at: 96_000)]
    let watched = WatchedMicrophone(try microphone.device)
    _ = try await watched.framesUntilOver(2)
    #expect(watched.begun == [.overrun, .overrun])
    #expect(watched.lines.count == 2, "the first episode has a beginning and an end: \(watched.lines)")
  }

  @Test("Short reads lose no audio and are logged once")
  func shortReads() async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    // Longer than the buffer, which is full on a slow machine.
    microphone.faults = [.shortReads(in: 3200..<32_000)]
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(frames.gaps.isEmpty)
    #expect(watched.begun == [.shortReads])
    #expect(watched.occurrences(of: .shortReads) > 1)
    #expect(watched.lines.count == 2)
  }

  @Test("Of the rates of a device, the lowest one above 16 kHz takes precedence over a nearer one below")
  func severalRates() async throws {
    let rate = 22_050
    let tone = SyntheticAudio.sine(1000, seconds: 4, rate: rate)
    var microphone = try SimulatedMicrophone(playing: tone)
    microphone.hasCommonRates = true
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.source.firstFrames(50)
    #expect(watched.lines.first?.contains("(\(rate) Hz)") == true, "\(watched.lines)")
    #expect(abs(SyntheticAudio.frequency(of: frames.samples, rate: AudioFrame.sampleRate) - 1000) < 2)
  }

  @Test("The conversion from a device's only rate is logged once", arguments: [44_100, 48_000])
  func otherRate(rate: Int) async throws {
    let tone = SyntheticAudio.sine(1000, seconds: 4, rate: rate)
    var microphone = try SimulatedMicrophone(playing: tone)
    microphone.repeats = true
    microphone.rate = rate
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.source.firstFrames(150)
    #expect(abs(SyntheticAudio.frequency(of: frames.samples, rate: AudioFrame.sampleRate) - 1000) < 1)
    #expect(frames.gaps.isEmpty)
    #expect(watched.begun == [.otherRate])
    #expect(watched.lines.count == 1)
    #expect(watched.lines.first?.hasPrefix("info: ") == true)
    #expect(watched.lines.first?.contains("\(rate) Hz") == true)
  }
}

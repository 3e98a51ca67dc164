import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Microphone sources", .timeLimit(.minutes(10)))
struct MicrophoneSourceTests {
  @Test("Audio of a card that only offers 48 kHz stereo is converted", arguments: ["", "plug"])
  func conversion(through plugin: String) async throws {
    let tone = SyntheticAudio.sine(1000, seconds: 2, rate: 48_000)
    var card = try SimulatedMicrophone(playing: SyntheticAudio.interleaved(tone, channels: 2))
    card.rate = 48_000
    card.channels = 2
    let device = plugin.isEmpty ? try card.device : "\(plugin):'\(try card.device)'"
    let frames = try await MicrophoneSource(device: device, logger: .silent).firstFrames(90)
    #expect(frames.map(\.sampleTime) == (0..<90).map { $0 * AudioFrame.sampleCount })
    #expect(abs(SyntheticAudio.frequency(of: frames.samples, rate: AudioFrame.sampleRate) - 1000) < 1)
    #expect(abs(Int(frames.samples.max() ?? 0) - 16_384) < 800)
  }

  @Test("A device without a clock, such as ALSA's file plugin, is read at the speed of a microphone")
  func unclocked() async throws {
    let device = try RecordedMicrophone(playing: SyntheticAudio.noise(count: 16_000)).device
    let start = ContinuousClock.now
    #expect(try await MicrophoneSource(device: device, logger: .silent).firstFrames(200).count == 200)
    // Without a limit, these four seconds of audio arrive within some hundredths of a second.
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test("A device that delivers no audio can be released")
  func cancelledWhileSilent() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 0
    let path = microphone.path
    var configuration = MicrophoneSource.Configuration()
    // Long enough that the device does not count as stalled on a busy machine.
    configuration.stallTimeout = .seconds(3600)
    let source = MicrophoneSource(device: try microphone.device, configuration: configuration, logger: .silent)
    let reader = Task { try await source.firstFrames(1) }
    #expect(await eventually { OpenFiles.count(of: path) == 1 })
    reader.cancel()
    #expect(try await reader.value == [])
    #expect(await eventually { OpenFiles.count(of: path) == 0 })
  }
}

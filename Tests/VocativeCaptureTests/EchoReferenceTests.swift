import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Devices with a loopback channel", .timeLimit(.minutes(10)))
struct EchoReferenceTests {
  @Test("The echo of playback is reduced by at least 15 dB after two seconds, and other speech stays")
  func removed() async throws {
    let played = try await SynthesizedSpeech.samples(
      of: "You can safely spend three hundred twelve dollars and forty cents this month. Groceries are at eighty percent.",
      voice: "slt")
    let spoken = try RawRecording.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac")
    let quiet = [Int16](repeating: 0, count: spoken.count)
    let echo = EchoRoom.echo(of: played)
    var device = try SimulatedMicrophone(playing: zip(echo + spoken, played + quiet).flatMap { [$0, $1] })
    device.channels = 2
    var configuration = MicrophoneSource.Configuration()
    configuration.echoReference = EchoReference(channel: 1, of: 2)
    let source = MicrophoneSource(device: try device.device, configuration: configuration, logger: .silent)
    let heard = try await source.firstFrames((played.count + spoken.count) / 320).samples
    let echoOnly = 32_000..<played.count
    let loss = EchoRoom.level(of: echo[echoOnly]) - EchoRoom.level(of: heard[echoOnly])
    #expect(loss >= 15, "\(loss) dB")
    let change = EchoRoom.level(of: spoken) - EchoRoom.level(of: heard[played.count...])
    #expect(abs(change) < 1, "\(change) dB")
  }

  @Test("A device without the loopback channel fails with its name")
  func missing() async throws {
    let device = try SimulatedMicrophone(playing: SyntheticAudio.sine(440, seconds: 1, rate: 16_000)).device
    var configuration = MicrophoneSource.Configuration()
    configuration.echoReference = EchoReference(channel: 1, of: 2)
    let failure = await MicrophoneSource(device: device, configuration: configuration, logger: .silent).failure()
    #expect(failure == .echoReference(device: device, channel: 1, channels: 1))
    #expect(failure?.description.contains("records 1 channel") == true)
  }

  @Test("A service waits at the start while the name selects a device without the loopback channel")
  func missingAtStart() async throws {
    let noise = SyntheticAudio.noise(count: 160_000).map { $0 / 8 }
    var microphone = try SimulatedMicrophone(playing: noise.flatMap { [$0, 0] })
    microphone.channels = 2
    microphone.repeats = true
    microphone.faults = [.mono(at: 0, openings: 3)]
    var configuration = MicrophoneSource.Configuration.quick
    configuration.echoReference = EchoReference(channel: 1, of: 2)
    let watched = WatchedMicrophone(try microphone.device, whenUnavailable: .wait, configuration: configuration)
    let frames = try await watched.framesUntilOver()
    #expect(frames.first?.sampleTime == 0)
    #expect(microphone.openings == 4)
    #expect(watched.begun == [.failing])
    #expect(watched.lines.count { $0.contains("records 1 channel") } == 1)
  }

  @Test("A device that comes back without the loopback channel is opened again until it has the channel")
  func missingForAMoment() async throws {
    let noise = SyntheticAudio.noise(count: 480_000).map { $0 / 8 }
    var microphone = try SimulatedMicrophone(playing: noise.flatMap { [$0, 0] })
    microphone.channels = 2
    microphone.repeats = true
    microphone.faults = [.unplug(at: 3200, refusing: 1), .mono(at: 3200, openings: 3)]
    var configuration = MicrophoneSource.Configuration.quick
    configuration.echoReference = EchoReference(channel: 1, of: 2)
    let watched = WatchedMicrophone(try microphone.device, configuration: configuration)
    let frames = try await watched.framesUntilOver(2)
    #expect(frames.gaps.count == 1)
    #expect(microphone.openings == 6)
    #expect(watched.begun == [.missing, .failing])
    #expect(watched.lines.contains { $0.contains("records 1 channel") })
  }
}

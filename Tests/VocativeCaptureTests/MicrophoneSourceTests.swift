import ALSA
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("A microphone", .timeLimit(.minutes(10)))
struct MicrophoneSourceTests {
  @Test("A card that offers only 48 kHz stereo is converted", arguments: ["", "plug"])
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

  @Test("A device that does not exist is named")
  func noSuchDevice() async throws {
    try SoundSystem.prepare()
    let error = try await deviceFailure(of: "nowhere")
    #expect(error.code == .noSuchDevice)
    #expect(error.device == "nowhere")
    #expect(error.description.contains("\"nowhere\""))
  }

  @Test("An overrun is counted and recording goes on")
  func overrun() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000))
    microphone.overrunAt = 3200
    let source = MicrophoneSource(device: try microphone.device, logger: .silent)
    let frames = try await source.firstFrames(40)
    #expect(frames.samples.elementsEqual(SyntheticAudio.noise(count: 40 * AudioFrame.sampleCount)))
    #expect(source.statistics.counts.overruns == 1)
    #expect(source.statistics.counts.suspensions == 0)
  }

  @Test("Recording goes on after the system slept, whether or not the card resumes by itself", arguments: [true, false])
  func suspension(resumes: Bool) async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000))
    microphone.suspendAt = 3200
    microphone.resumes = resumes
    let source = MicrophoneSource(device: try microphone.device, logger: .silent)
    let frames = try await source.firstFrames(40)
    #expect(frames.samples.elementsEqual(SyntheticAudio.noise(count: 40 * AudioFrame.sampleCount)))
    #expect(source.statistics.counts.suspensions == 1)
    #expect(source.statistics.counts.overruns == 0)
  }

  @Test("A device that is unplugged delivers what it had, then fails and is closed")
  func unplugged() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000))
    microphone.goneAt = 3200
    let source = MicrophoneSource(device: try microphone.device, logger: .silent)
    var samples: [Int16] = []
    do throws(CaptureError) {
      for try await frame in source.frames() { samples += frame.samples }
      Issue.record("the source ended as if nothing had happened")
    } catch {
      guard case .device(let error) = error else { throw error }
      #expect([.lost, .noSuchDevice].contains(error.code))
      #expect(error.device == source.label)
    }
    // A period that the device had recorded by then may still arrive.
    #expect((3200..<4800).contains(samples.count))
    #expect(samples.elementsEqual(SyntheticAudio.noise(count: samples.count)))
    #expect(await eventually { OpenFiles.count(of: microphone.path) == 0 })
  }

  @Test("A device that is open and delivers nothing is given up")
  func stalled() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 0
    let device = try microphone.device
    #expect(await MicrophoneSource(device: device, logger: .silent).failure() == .stalled(device: device, seconds: 5))
  }

  @Test("A device that delivers nothing can be let go")
  func cancelledWhileSilent() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 0
    let path = microphone.path
    let source = MicrophoneSource(device: try microphone.device, logger: .silent)
    let reader = Task { try await source.firstFrames(1) }
    #expect(await eventually { OpenFiles.count(of: path) == 1 })
    reader.cancel()
    // On a machine so busy that the device counts as stalled before this is reached, being let go is all that is left to show.
    do { #expect(try await reader.value == []) } catch CaptureError.stalled {}
    #expect(await eventually { OpenFiles.count(of: path) == 0 })
  }

  private func deviceFailure(of device: String) async throws -> ALSAError {
    let failure = await MicrophoneSource(device: device, logger: .silent).failure()
    guard case .device(let error) = failure else {
      throw UnexpectedOutcome(description: "\(String(describing: failure)) instead of an error of the device")
    }
    return error
  }
}

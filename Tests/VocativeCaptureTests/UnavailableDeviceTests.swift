import ALSA
import Foundation
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Microphones that are unavailable at the start", .timeLimit(.minutes(10)))
struct UnavailableDeviceTests {
  private static let noise = SyntheticAudio.noise(count: 160_000).map { $0 / 8 }

  @Test("A missing device fails with its name, unless the source waits")
  func missing() async throws {
    try SoundSystem.prepare()
    let error = try await failure(of: MicrophoneSource(device: "nowhere", logger: .silent))
    #expect(error.code == .noSuchDevice)
    #expect(error.device == "nowhere")
    #expect(error.description.contains("\"nowhere\""))
  }

  @Test("A service waits for a missing device until it is plugged in")
  func awaited() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.repeats = true
    try FileManager.default.removeItem(atPath: microphone.path)
    let watched = WatchedMicrophone(try microphone.device, whenUnavailable: .wait) { [microphone] _ in
      do { try microphone.replace(with: Self.noise) } catch { Issue.record(error) }
    }
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(frames.first?.sampleTime == 0)
    #expect(watched.begun == [.missing])
  }

  @Test("A busy device fails or is waited for", arguments: [false, true])
  func busy(waits: Bool) async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.busy(openings: 3)]
    let watched = WatchedMicrophone(try microphone.device, whenUnavailable: waits ? .wait : .failAtStart)
    guard waits else {
      #expect(try await failure(of: watched.source).code == .busy)
      #expect(microphone.openings == 1)
      return
    }
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(microphone.openings == 4)
    #expect(watched.begun == [.busy])
  }

  @Test(
    "A device that denies access fails at once in every mode",
    arguments: [MicrophoneSource.Unavailability.fail, .failAtStart, .wait])
  func denied(whenUnavailable: MicrophoneSource.Unavailability) async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.deny(openings: 1)]
    let watched = WatchedMicrophone(try microphone.device, whenUnavailable: whenUnavailable)
    #expect(try await failure(of: watched.source).code == .accessDenied)
    #expect(microphone.openings == 1)
  }

  @Test("An open device that delivers no audio fails")
  func stalled() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 0
    var configuration = MicrophoneSource.Configuration()
    configuration.stallTimeout = .seconds(1)
    let device = try microphone.device
    let source = MicrophoneSource(device: device, configuration: configuration, logger: .silent)
    #expect(await source.failure() == .stalled(device: device, seconds: 1))
  }

  @Test("Losing a device later fails in a check, with the reason")
  func lostInACheck() async throws {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = [.unplug(at: 3200, refusing: 0)]
    let source = MicrophoneSource(device: try microphone.device, whenUnavailable: .fail, logger: .silent)
    var samples: [Int16] = []
    do throws(CaptureError) {
      for try await frame in source.frames() { samples += frame.samples }
      Issue.record("the source ended without an error")
    } catch {
      guard case .device(let error) = error else { throw error }
      #expect(error.code == .noSuchDevice)
      #expect(error.device == source.label)
    }
    #expect(samples.elementsEqual(Self.noise.prefix(3200)))
    #expect(await eventually { OpenFiles.count(of: microphone.path) == 0 })
  }

  private func failure(of source: MicrophoneSource) async throws -> ALSAError {
    let failure = await source.failure()
    guard case .device(let error) = failure else {
      throw UnexpectedOutcome(description: "\(String(describing: failure)) instead of an error of the device")
    }
    return error
  }
}

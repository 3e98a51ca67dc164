import ALSA
import Foundation
import Synchronization
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Lost microphones", .timeLimit(.minutes(10)))
struct LostDeviceTests {
  /// Half a minute of audio that is not silent, clipped or offset.
  private static let noise = SyntheticAudio.noise(count: 480_000).map { $0 / 8 }

  private func microphone(_ faults: [SoundFault]) throws -> SimulatedMicrophone {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = faults
    return microphone
  }

  @Test(
    "An unplugged device is opened again by name, and the frames continue after a gap of the elapsed time")
  func unplugged() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 3)])
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(watched.waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)])
    #expect(microphone.openings == 5)
    // A second and a half by the clock, minus the audio in the buffer, which holds a second.
    #expect(frames.gaps.count == 1)
    #expect(frames.gaps.allSatisfy { abs($0 - 24_000) < 17_000 })
    #expect(watched.source.statistics.counts.lostSamples == frames.gaps.first)
    #expect(watched.source.statistics.counts.reopenings == 1)
    #expect(watched.begun == [.missing])
    #expect(watched.occurrences(of: .missing) == 1)
    #expect(watched.ended.map(\.condition) == [.missing])
    #expect(watched.ended.first?.start == 3200)
    #expect(watched.ended.first?.end == 3200 + (frames.gaps.first ?? 0))
  }

  @Test("The loss and the return are each logged once, however many attempts there are")
  func logged() async throws {
    let watched = WatchedMicrophone(try microphone([.unplug(at: 3200, refusing: 12)]).device)
    _ = try await watched.framesUntilOver()
    #expect(watched.waits.count == 13)
    #expect(watched.lines.count == 2)
    #expect(watched.lines.first?.hasPrefix("warning: \(watched.source.label): the device is missing (") == true)
    #expect(watched.lines.last?.hasPrefix("notice: \(watched.source.label): resolved: the device is missing; it lasted ") == true)
  }

  @Test("The source tries to reopen a lost device at least once a second")
  func backOff() async throws {
    let watched = WatchedMicrophone(try microphone([.unplug(at: 3200, refusing: 100)]).device)
    _ = try await watched.framesUntilOver()
    #expect(watched.waits.count == 101)
    #expect(watched.waits.max() == .seconds(1))
  }

  @Test("A device that disappears and returns repeatedly counts as one episode")
  func flapping() async throws {
    let faults = (1...4).map { SoundFault.unplug(at: $0 * 3200, refusing: 1) }
    let watched = WatchedMicrophone(try microphone(faults).device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.gaps.count == 4)
    #expect(watched.begun == [.missing])
    #expect(watched.ended.map(\.occurrences) == [4])
    #expect(watched.occurrences(of: .missing) == 4)
    #expect(watched.lines.count == 2)
    #expect(watched.lines.last?.hasSuffix(", 4 times") == true)
  }

  @Test("The current conditions are available until they end")
  func conditions() async throws {
    let watched = WatchedMicrophone(try microphone([.unplug(at: 3200, refusing: 1)]).device)
    var seen: Set<CaptureCondition> = []
    var frames = watched.source.frames().makeAsyncIterator()
    while watched.ended.isEmpty, try await frames.next() != nil { seen.formUnion(watched.source.statistics.conditions) }
    #expect(watched.ended.map(\.condition) == [.missing])
    #expect(seen.isSubset(of: [.missing]))
    #expect(await eventually { watched.source.statistics.conditions.isEmpty })
  }

  @Test("A device in use by another program is reported as busy and waited for")
  func takenByAnother() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 2), .busy(at: 3200, openings: 3)])
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver(2)
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(microphone.openings == 7)
    #expect(watched.begun == [.missing, .busy])
    #expect(watched.occurrences(of: .busy) == 1)
    #expect(Set(watched.ended.map(\.condition)) == [.missing, .busy])
  }

  @Test("A device that fails with EIO is opened again")
  func failing() async throws {
    let watched = WatchedMicrophone(try microphone([.error(at: 3200, refusing: 2)]).device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(frames.gaps.count == 1)
    #expect(watched.begun == [.failing])
    #expect(watched.ended.map(\.condition) == [.failing])
    #expect(watched.lines.first?.contains("Input/output error") == true)
  }

  @Test("A stalled device is opened again until it delivers audio")
  func stalled() async throws {
    var configuration = MicrophoneSource.Configuration.quick
    configuration.stallTimeout = .milliseconds(400)
    let microphone = try microphone([.stall(at: 3200, openings: 1)])
    let watched = WatchedMicrophone(try microphone.device, configuration: configuration)
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(frames.gaps.count == 1)
    #expect(microphone.openings == 3)
    #expect(watched.begun == [.stalled])
    #expect(watched.occurrences(of: .stalled) == 1)
    #expect(watched.ended.map(\.condition) == [.stalled])
  }

  @Test("A device that overruns after every restart is opened again until it delivers audio")
  func endlessOverruns() async throws {
    var configuration = MicrophoneSource.Configuration.quick
    configuration.stallTimeout = .milliseconds(400)
    let microphone = try microphone(Array(repeating: .overrun(at: 3200), count: 100))
    let watched = WatchedMicrophone(try microphone.device, configuration: configuration)
    let frames = try await watched.framesUntilOver(2)
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(frames.gaps.count == 1)
    #expect(microphone.openings > 1)
    #expect(watched.begun == [.overrun, .stalled])
    #expect(watched.source.statistics.counts.overruns > microphone.openings)
    #expect(Set(watched.ended.map(\.condition)) == [.overrun, .stalled])
  }

  @Test("A device that comes back with another rate is converted from then on")
  func otherRate() async throws {
    let tone = SyntheticAudio.sine(1000, seconds: 2, rate: 16_000) + SyntheticAudio.sine(1000, seconds: 10, rate: 48_000)
    var microphone = try SimulatedMicrophone(playing: tone)
    microphone.repeats = true
    microphone.faults = [.unplug(at: 32_000, refusing: 1), .rate(at: 32_000, 48_000)]
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver()
    let back = try #require(frames.firstIndex { $0.sampleTime > 32_000 })
    for part in [frames[..<back], frames[(back + 1)...]] {
      #expect(part.count >= 30)
      #expect(abs(SyntheticAudio.frequency(of: Array(part).samples, rate: AudioFrame.sampleRate) - 1000) < 1)
    }
    #expect(watched.begun == [.missing, .otherRate])
    #expect(watched.ended.map(\.condition) == [.missing])
  }

  @Test("Reopening resolves the name again and finds a card with a new number")
  func otherCard() async throws {
    let other = SyntheticAudio.noise(count: 480_000, seed: 2).map { $0 / 8 }
    let microphone = try microphone([.unplug(at: 3200, refusing: 1)])
    let watched = WatchedMicrophone(try microphone.device) { condition in
      guard condition == .missing else { return }
      do { try microphone.replace(with: other) } catch { Issue.record(error) }
    }
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(3200) + other[3200..<frames.samples.count]))
  }

  @Test("A device that briefly denies access when it comes back is waited for")
  func deniedForAMoment() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 1), .deny(at: 3200, openings: 3)])
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver(2)
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(watched.begun == [.missing, .denied])
  }

  @Test("A device that keeps denying access is an error")
  func deniedForGood() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 1), .deny(at: 3200, openings: 1000)])
    let failure = await WatchedMicrophone(try microphone.device).source.failure()
    guard case .device(let error) = failure else {
      throw UnexpectedOutcome(description: "\(String(describing: failure)) instead of an error of the device")
    }
    #expect(error.code == .accessDenied)
    #expect((5..<30).contains(microphone.openings))
  }

  @Test("A reader that leaves ends the wait for the device")
  func cancelledWaiting() async throws {
    let (isWaiting, isOver) = (Flag(), Flag())
    var configuration = MicrophoneSource.Configuration()
    configuration.firstRetryDelay = .seconds(3600)
    configuration.maxRetryDelay = .seconds(3600)
    let clock = CaptureClock(now: { .zero }) { duration, sink in
      isWaiting.raise()
      sink.wait(for: duration)
      isOver.raise()
    }
    let source = MicrophoneSource(
      device: try microphone([.unplug(at: 3200, refusing: 1000)]).device, configuration: configuration, clock: clock,
      logger: .silent)
    let reader = Task { try await source.allFrames() }
    #expect(await eventually { isWaiting.isRaised })
    reader.cancel()
    _ = try await reader.value
    #expect(await eventually { isOver.isRaised })
  }
}

/// A flag that records an event.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isRaised: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}

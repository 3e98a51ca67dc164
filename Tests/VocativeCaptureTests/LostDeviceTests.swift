import ALSA
import Foundation
import Synchronization
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("A microphone that is lost", .timeLimit(.minutes(10)))
struct LostDeviceTests {
  /// Half a minute that is neither silent, nor clipped, nor off centre.
  private static let noise = SyntheticAudio.noise(count: 480_000).map { $0 / 8 }

  private func microphone(_ faults: [SoundFault]) throws -> SimulatedMicrophone {
    var microphone = try SimulatedMicrophone(playing: Self.noise)
    microphone.repeats = true
    microphone.faults = faults
    return microphone
  }

  @Test(
    "Unplugged, it is opened again by its name until it is back, and the same frames go on after a gap of the time that passed")
  func unplugged() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 3)])
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(watched.waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)])
    #expect(microphone.openings == 5)
    // A second and a half by the clock, but for what lay in the buffer, which holds a second.
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

  @Test("However often it is tried, the loss and the return are each logged once")
  func logged() async throws {
    let watched = WatchedMicrophone(try microphone([.unplug(at: 3200, refusing: 12)]).device)
    _ = try await watched.framesUntilOver()
    #expect(watched.waits.count == 13)
    #expect(watched.lines.count == 2)
    #expect(watched.lines.first?.hasPrefix("warning: \(watched.source.label): the device is missing (") == true)
    #expect(watched.lines.last?.hasPrefix("notice: \(watched.source.label): resolved: the device is missing; it lasted ") == true)
  }

  @Test("It is tried at least once a second, so that it is heard soon after it is back")
  func backOff() async throws {
    let watched = WatchedMicrophone(try microphone([.unplug(at: 3200, refusing: 100)]).device)
    _ = try await watched.framesUntilOver()
    #expect(watched.waits.count == 101)
    #expect(watched.waits.max() == .seconds(1))
  }

  @Test("One that comes and goes is one episode, begun once and ended once")
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

  @Test("What is wrong now is known until it is over")
  func conditions() async throws {
    let watched = WatchedMicrophone(try microphone([.unplug(at: 3200, refusing: 1)]).device)
    var seen: Set<CaptureCondition> = []
    var frames = watched.source.frames().makeAsyncIterator()
    while watched.ended.isEmpty, try await frames.next() != nil { seen.formUnion(watched.source.statistics.conditions) }
    #expect(watched.ended.map(\.condition) == [.missing])
    #expect(seen.isSubset(of: [.missing]))
    #expect(await eventually { watched.source.statistics.conditions.isEmpty })
  }

  @Test("One that another program has taken meanwhile is told apart, and waited for")
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

  @Test("One that fails with EIO is opened again")
  func failing() async throws {
    let watched = WatchedMicrophone(try microphone([.error(at: 3200, refusing: 2)]).device)
    let frames = try await watched.framesUntilOver()
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(frames.gaps.count == 1)
    #expect(watched.begun == [.failing])
    #expect(watched.ended.map(\.condition) == [.failing])
    #expect(watched.lines.first?.contains("Input/output error") == true)
  }

  @Test("One that is open and delivers nothing is opened again, as often as it takes")
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

  @Test("One that comes back with another rate is converted from then on")
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

  @Test("The name is opened anew, so that a card with another number behind it is found")
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

  @Test("One that is forbidden for a moment when it comes back is waited for")
  func deniedForAMoment() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 1), .deny(at: 3200, openings: 3)])
    let watched = WatchedMicrophone(try microphone.device)
    let frames = try await watched.framesUntilOver(2)
    #expect(frames.samples.elementsEqual(Self.noise.prefix(frames.samples.count)))
    #expect(watched.begun == [.missing, .denied])
  }

  @Test("One that stays forbidden is an error")
  func deniedForGood() async throws {
    let microphone = try microphone([.unplug(at: 3200, refusing: 1), .deny(at: 3200, openings: 1000)])
    let failure = await WatchedMicrophone(try microphone.device).source.failure()
    guard case .device(let error) = failure else {
      throw UnexpectedOutcome(description: "\(String(describing: failure)) instead of an error of the device")
    }
    #expect(error.code == .accessDenied)
    #expect((5..<30).contains(microphone.openings))
  }

  @Test("A reader who leaves while the device is waited for ends the waiting")
  func cancelledWaiting() async throws {
    let (isWaiting, isOver) = (Flag(), Flag())
    var configuration = MicrophoneSource.Configuration()
    configuration.firstRetry = .seconds(3600)
    configuration.longestRetry = .seconds(3600)
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

/// Something that has happened.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isRaised: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}

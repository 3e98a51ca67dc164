import Foundation
import Synchronization
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Sources with slow readers", .timeLimit(.minutes(10)))
struct SlowConsumerTests {
  @Test("A microphone drops and counts frames of a slow reader, with a jump in sample time")
  func slowReaderOfMicrophone() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000))
    microphone.repeats = true
    let source = MicrophoneSource(device: try microphone.device, logger: .silent)
    var frames = source.frames().makeAsyncIterator()
    #expect(await eventually { source.statistics.counts.droppedFrames > 0 })

    var position = 0
    var jump = 0
    while jump == 0 {
      let frame = try #require(try await frames.next())
      jump = frame.sampleTime - position
      position = frame.endSampleTime
    }
    #expect(jump > 0)
    #expect(jump % AudioFrame.sampleCount == 0)
    #expect(source.statistics.counts.droppedFrames >= jump / AudioFrame.sampleCount)
  }

  @Test("Frames that are dropped for a slow reader are a condition of the microphone, which is logged once")
  func droppedFramesAreLogged() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000).map { $0 / 8 })
    microphone.repeats = true
    var configuration = MicrophoneSource.Configuration()
    configuration.queueSeconds = 1
    let watched = WatchedMicrophone(try microphone.device, configuration: configuration)
    var frames = watched.source.frames().makeAsyncIterator()
    #expect(await eventually { watched.occurrences(of: .dropped) > 10 })
    #expect(watched.begun == [.dropped])
    #expect(watched.source.statistics.conditions == [.dropped])
    #expect(
      watched.lines == [
        "warning: \(watched.source.label): audio was not processed in time, and some was lost (the queue of 1 s is full)"
      ])
    _ = try await frames.next()
  }

  @Test("Frames that are dropped again and again are logged once an hour, and all of them are conditions")
  func repeatedDropsAreLoggedOnce() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000).map { $0 / 8 })
    microphone.repeats = true
    var configuration = MicrophoneSource.Configuration.quick
    configuration.queueSeconds = 1
    let watched = WatchedMicrophone(try microphone.device, configuration: configuration)
    var frames = watched.source.frames().makeAsyncIterator()
    // Each pause of the reader begins an episode, and some seconds of audio without a pause end it.
    while watched.ended.count < 2 {
      let earlier = watched.occurrences(of: .dropped)
      #expect(await eventually { watched.occurrences(of: .dropped) > earlier })
      for _ in 0..<400 { _ = try #require(try await frames.next()) }
    }
    #expect(watched.begun.count(where: { $0 == .dropped }) >= 2)
    #expect(watched.lines.count == 2, "one episode has a beginning and an end: \(watched.lines)")
  }

  @Test("A file waits for a slow reader and loses no frames")
  func slowReaderOfFile() async throws {
    let samples = SyntheticAudio.noise(count: 100 * AudioFrame.sampleCount)
    let source = AudioFileSource(path: try SoundFiles.write(samples, rate: AudioFrame.sampleRate), logger: .silent)
    var frames = source.frames().makeAsyncIterator()
    // The queue fills up well before the end of the file.
    var earlier = -1
    #expect(
      await eventually {
        defer { earlier = source.statistics.counts.frames }
        return earlier >= 64
      })
    #expect(earlier < 100)

    var read: [Int16] = []
    while let frame = try await frames.next() { read += frame.samples }
    #expect(read.elementsEqual(samples))
    #expect(source.statistics.counts.frames == 100)
    #expect(source.statistics.counts.droppedFrames == 0)
  }

  @Test("A real-time file waits for the time of each frame before delivering it")
  func pacing() async throws {
    let samples = SyntheticAudio.noise(count: 10 * AudioFrame.sampleCount + 160)
    let path = try SoundFiles.write(samples, rate: AudioFrame.sampleRate)
    let waits = Mutex<[Duration]>([])
    let turn = DispatchSemaphore(value: 0)
    let source = AudioFileSource(
      path: path,
      pace: .realTime { due in
        waits.withLock { $0.append(due) }
        turn.wait()
      },
      logger: .silent)
    var frames = source.frames().makeAsyncIterator()
    for index in 1...11 {
      #expect(await eventually { waits.withLock(\.count) == index })
      #expect(source.statistics.counts.frames == index - 1)
      turn.signal()
      _ = try #require(try await frames.next())
    }
    #expect(try await frames.next() == nil)
    let milliseconds = waits.withLock { $0 }.map { Int(($0 / .milliseconds(1)).rounded()) }
    #expect(milliseconds == (1...10).map { 20 * $0 } + [210])
  }

  @Test("Only a source that cannot wait for its reader is live")
  func live() throws {
    #expect(MicrophoneSource(device: "null", logger: .silent).isLive)
    #expect(AudioFileSource(path: "x.wav", pace: .realTime, logger: .silent).isLive)
    #expect(!AudioFileSource(path: "x.wav", logger: .silent).isLive)
    #expect(!RawStreamSource().isLive)
  }
}

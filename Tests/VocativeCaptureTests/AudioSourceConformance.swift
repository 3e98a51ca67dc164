import Testing
import VocativeCapture
import VocativeTestSupport

/// A source, and a look from outside at whether it still holds its device or file.
struct SourceUnderTest: Sendable {
  let source: any AudioSource
  /// Nil for a stream, whose descriptor belongs to the caller.
  var path: String?
  /// What has to live as long as the source, such as a pipe.
  var owner: (any AnyObject & Sendable)?

  var isHeld: Bool { path.map { OpenFiles.count(of: $0) > 0 } ?? false }
}

/// Makes a source that plays some samples, and then ends, or goes on delivering when it is `endless`.
typealias SourceFactory = @Sendable (_ samples: [Int16], _ endless: Bool) throws -> SourceUnderTest

/// What every audio source promises, whatever it reads from.
struct AudioSourceConformance {
  let make: SourceFactory

  /// All samples arrive bit for bit, in full frames, in order, and counted; only the last frame may be short.
  func deliversSamples(_ samples: [Int16]) async throws {
    let subject = try make(samples, false)
    let source = subject.source
    var position = 0
    var count = 0
    for try await frame in source.frames() {
      let end = min(position + AudioFrame.sampleCount, samples.count)
      try #require(frame.sampleTime == position)
      try #require(frame.samples.elementsEqual(samples[position..<end]))
      position = end
      count += 1
      if source.isLive, position == samples.count { break }
    }
    #expect(position == samples.count)
    // A live source goes on counting after the last frame that is looked at here.
    #expect(source.isLive ? source.statistics.counts.frames >= count : source.statistics.counts.frames == count)
    #expect(source.statistics.counts.overruns == 0)
  }

  /// A cancelled reader gets no further frame, even when some are waiting, and the device or file is closed.
  func endsWhenCancelled() async throws {
    let subject = try make(SyntheticAudio.noise(count: 16_000), true)
    let (started, start) = AsyncStream<Void>.makeStream()
    let reader = Task {
      defer { start.finish() }
      var frames = subject.source.frames().makeAsyncIterator()
      _ = try await frames.next()
      #expect(subject.isHeld == (subject.path != nil))
      start.finish()
      while !Task.isCancelled { await Task.yield() }
      let next = try await frames.next()
      #expect(await eventually { !subject.isHeld }, "still open although the reader was cancelled")
      return next
    }
    for await _ in started {}
    reader.cancel()
    #expect(try await reader.value == nil)
  }

  /// A reader that waits for the next frame is woken by the cancellation.
  func wakesWhenCancelled() async throws {
    let subject = try make(SyntheticAudio.noise(count: 16_000), true)
    let (started, start) = AsyncStream<Void>.makeStream()
    let reader = Task {
      defer { start.finish() }
      for try await _ in subject.source.frames() { start.finish() }
    }
    for await _ in started {}
    reader.cancel()
    try await reader.value
    #expect(await eventually { !subject.isHeld })
  }

  /// A reader that leaves its loop lets go of the device or file.
  func endsWhenTheLoopIsLeft() async throws {
    let subject = try make(SyntheticAudio.noise(count: 16_000), true)
    for try await frame in subject.source.frames() where frame.sampleTime > 0 { break }
    #expect(await eventually { !subject.isHeld })
  }
}

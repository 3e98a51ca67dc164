import Testing
import VocativeCapture
import VocativeTestSupport

/// A source, with a check from outside whether it still holds its device or file open.
struct SourceUnderTest: Sendable {
  let source: any AudioSource
  /// Nil for a stream, whose descriptor belongs to the caller.
  var path: String?
  /// An object that must live as long as the source, such as a pipe.
  var owner: (any AnyObject & Sendable)?

  var isHeld: Bool { path.map { OpenFiles.count(of: $0) > 0 } ?? false }
}

/// Creates a source that plays samples and then ends or, if it is `endless`, continues to deliver.
typealias SourceFactory = @Sendable (_ samples: [Int16], _ endless: Bool) throws -> SourceUnderTest

/// The requirements on every audio source.
struct AudioSourceConformance {
  let make: SourceFactory

  /// All samples arrive unchanged, in full frames, in order, and counted; only the last frame may be short.
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
    // A live source continues to count after the last frame of this test.
    #expect(source.isLive ? source.statistics.counts.frames >= count : source.statistics.counts.frames == count)
    #expect(source.statistics.counts.overruns == 0)
  }

  /// A cancelled reader receives no further frame, even if some are queued, and the device or file is closed.
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

  /// Cancellation wakes a reader that waits for the next frame.
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

  /// A reader that leaves its loop releases the device or file.
  func endsWhenTheLoopIsLeft() async throws {
    let subject = try make(SyntheticAudio.noise(count: 16_000), true)
    for try await frame in subject.source.frames() where frame.sampleTime > 0 { break }
    #expect(await eventually { !subject.isHeld })
  }
}

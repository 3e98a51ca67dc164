import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Raw streams", .timeLimit(.minutes(10)))
struct RawStreamSourceTests {
  @Test(
    "A sound file instead of raw samples is rejected with advice", arguments: ["RIFF", "RF64", "FORM", "fLaC", "OggS", "caff"])
  func soundFile(signature: String) async throws {
    let stream = try RawStream(holding: Array(signature.utf8) + [UInt8](repeating: 0, count: 2000))
    guard case .stream(let reason) = await stream.source.failure() else {
      Issue.record("a sound file was accepted as raw samples")
      return
    }
    #expect(reason.hasPrefix("the test's pipe"))
    #expect(reason.contains("pass the file as an argument"))
    #expect(stream.source.statistics.counts.frames == 0)
  }

  @Test("An odd byte at the end is ignored")
  func oddByte() async throws {
    let samples = SyntheticAudio.noise(count: 1000)
    let stream = try RawStream(holding: SyntheticAudio.bytes(samples) + [7])
    #expect(try await stream.source.allFrames().samples.elementsEqual(samples))
  }

  @Test("A stream with no byte or only one has no frames", arguments: [0, 1])
  func nothing(byteCount: Int) async throws {
    let stream = try RawStream(holding: [UInt8](repeating: 1, count: byteCount))
    #expect(try await stream.source.allFrames() == [])
  }

  @Test("Samples may be split anywhere between two writes")
  func splitSamples() async throws {
    let samples = SyntheticAudio.noise(count: 640)
    let bytes = SyntheticAudio.bytes(samples)
    let stream = try RawStream(holding: Array(bytes[..<641]), isOpen: true)
    var frames = stream.source.frames().makeAsyncIterator()
    #expect(try await frames.next()?.samples == Array(samples[..<320]))
    try stream.write(Array(bytes[641...]))
    #expect(try await frames.next() == AudioFrame(samples: Array(samples[320...]), sampleTime: 320))
  }

  @Test("Bytes that arrive after the reader was cancelled stay in the stream")
  func cancelled() async throws {
    let stream = try RawStream(holding: [UInt8](repeating: 1, count: 640), isOpen: true)
    let (started, start) = AsyncStream<Void>.makeStream()
    let reader = Task {
      defer { start.finish() }
      for try await _ in stream.source.frames() { start.finish() }
    }
    for await _ in started {}
    reader.cancel()
    try await reader.value
    try stream.write([2, 2])
    #expect(await !eventually(within: .milliseconds(200)) { stream.unreadByteCount != 2 })
  }

  @Test("An unreadable descriptor fails with the stream's name")
  func unreadable() async {
    let failure = await RawStreamSource(descriptor: -1, label: "nothing").failure()
    guard case .stream(let reason) = failure else {
      Issue.record("\(String(describing: failure)) instead of an error of the stream")
      return
    }
    #expect(reason.hasPrefix("nothing cannot be read"))
  }
}

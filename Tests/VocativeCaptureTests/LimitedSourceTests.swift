import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Limited sources", .timeLimit(.minutes(10)))
struct LimitedSourceTests {
  @Test("A limited source ends at its limit and releases the file")
  func limit() async throws {
    let path = try SoundFiles.silence(seconds: 60, rate: AudioFrame.sampleRate)
    let source = LimitedSource(AudioFileSource(path: path, logger: .silent), seconds: 0.5)
    #expect(try await source.allFrames().samples.count == 8000)
    #expect(await eventually { OpenFiles.count(of: path) == 0 })
  }

  @Test("A limited source delivers all of a shorter source")
  func shorter() async throws {
    let samples = SyntheticAudio.noise(count: 1000)
    let path = try SoundFiles.write(samples, rate: AudioFrame.sampleRate)
    let source = LimitedSource(AudioFileSource(path: path, logger: .silent), seconds: .infinity)
    #expect(try await source.allFrames().samples.elementsEqual(samples))
  }
}

import Foundation
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Sound file sources", .timeLimit(.minutes(10)))
struct AudioFileSourceTests {
  @Test("48 kHz stereo becomes 16 kHz mono of the same length and pitch", arguments: [SoundFiles.Kind.wav, .flac])
  func conversion(kind: SoundFiles.Kind) async throws {
    let tone = SyntheticAudio.sine(1000, seconds: 2, rate: 48_000)
    let path = try SoundFiles.write(SyntheticAudio.interleaved(tone, channels: 2), rate: 48_000, channels: 2, as: kind)
    let samples = try await AudioFileSource(path: path, logger: .silent).allFrames().samples
    #expect(abs(samples.count - 32_000) < 320)
    #expect(abs(SyntheticAudio.frequency(of: samples, rate: AudioFrame.sampleRate) - 1000) < 1)
    #expect(abs(Int(samples.max() ?? 0) - 16_384) < 800)
  }

  @Test("Both channels of a stereo file are mixed")
  func stereo() async throws {
    let left = SyntheticAudio.sine(1000, seconds: 0.1, rate: 16_000)
    let path = try SoundFiles.write(left.flatMap { [$0, 0] }, rate: 16_000, channels: 2)
    let samples = try await AudioFileSource(path: path, logger: .silent).allFrames().samples
    #expect(zip(samples, left).allSatisfy { abs(Int($0) * 2 - Int($1)) <= 1 })
    #expect(samples.count == left.count)
  }

  @Test("8 kHz telephone audio is converted to 16 kHz")
  func telephone() async throws {
    let path = try SoundFiles.write(SyntheticAudio.sine(1000, seconds: 1, rate: 8000), rate: 8000)
    let samples = try await AudioFileSource(path: path, logger: .silent).allFrames().samples
    #expect(abs(samples.count - 16_000) < 160)
    #expect(abs(SyntheticAudio.frequency(of: samples, rate: AudioFrame.sampleRate) - 1000) < 1)
  }

  @Test("A WAV file of unknown length, as written to a pipe, is read to its end", arguments: [0x7FFF_F000, 0xFFFF_FFFF])
  func unknownLength(claimed: UInt32) async throws {
    let samples = SyntheticAudio.noise(count: 5000)
    let header = SoundFiles.wavHeader(dataByteCount: claimed)
    let path = try ProcessFolder.file("piped.wav", holding: header + SyntheticAudio.bytes(samples))
    #expect(try await AudioFileSource(path: path, logger: .silent).allFrames().samples.elementsEqual(samples))
  }

  @Test("A long file is streamed, so memory does not grow with its length", .enabled(if: ResidentMemory.isMeasurable))
  func memory() async {
    // In a separate process, because tests that run at the same time also allocate memory.
    await #expect(processExitsWith: .success) {
      let path = try SoundFiles.silence(seconds: 600, rate: 48_000)
      defer { try? FileManager.default.removeItem(at: ProcessFolder.url) }
      let start = try ResidentMemory.byteCount()
      var largest = start
      for try await frame in AudioFileSource(path: path, logger: .silent).frames()
      where frame.sampleTime % (10 * AudioFrame.sampleRate) == 0 {
        largest = max(largest, try ResidentMemory.byteCount())
      }
      #expect(largest - start < 16 << 20)
    }
  }
}

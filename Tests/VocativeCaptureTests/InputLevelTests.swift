import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("The input level")
struct InputLevelTests {
  @Test("A sine at half of full scale has a peak of -6 dB and a mean of -9 dB")
  func sine() {
    let level = InputLevel(of: SyntheticAudio.sine(1000, seconds: 1, rate: AudioFrame.sampleRate))
    #expect(abs(level.peak + 6.02) < 0.01)
    #expect(abs(level.rms + 9.03) < 0.01)
    #expect(level.clippedSamples == 0)
  }

  @Test("Silence and empty audio have the floor level", arguments: [[], [0, 0, 0]])
  func silence(samples: [Int16]) {
    #expect(InputLevel(of: samples).rms == InputLevel.floor)
    #expect(InputLevel(of: samples).peak == InputLevel.floor)
  }

  @Test("Samples at either end of the range count as clipped")
  func clipping() {
    let level = InputLevel(of: [.max, .min, 32_766, 0])
    #expect(level.clippedSamples == 2)
    #expect(level.peak == 0)
  }
}

import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("The input level")
struct InputLevelTests {
  @Test("of a sine at half of full scale peaks at -6 dB and is -9 dB on average")
  func sine() {
    let level = InputLevel(of: SyntheticAudio.sine(1000, seconds: 1, rate: AudioFrame.sampleRate))
    #expect(abs(level.peak + 6.02) < 0.01)
    #expect(abs(level.rms + 9.03) < 0.01)
    #expect(level.clippedSamples == 0)
  }

  @Test("of silence, and of nothing, is the floor", arguments: [[], [0, 0, 0]])
  func silence(samples: [Int16]) {
    #expect(InputLevel(of: samples).rms == InputLevel.floor)
    #expect(InputLevel(of: samples).peak == InputLevel.floor)
  }

  @Test("counts samples at either end of the range as clipped")
  func clipping() {
    let level = InputLevel(of: [.max, .min, 32_766, 0])
    #expect(level.clippedSamples == 2)
    #expect(level.peak == 0)
  }
}

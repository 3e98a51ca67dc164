import SampleRate
import Testing
import VocativeTestSupport

@Suite("Sample rate conversion")
struct SampleRateConverterTests {
  @Test("Blocks of any size give the same samples as one block")
  func blocks() throws {
    let samples = SyntheticAudio.sine(440, seconds: 1, rate: 44_100).map { Float($0) / 32_768 }
    let whole = try SampleRateConverter(from: 44_100, to: 16_000)
    let expected = try whole.convert(samples, isLast: true)
    #expect(abs(expected.count - 16_000) <= 1)

    let converter = try SampleRateConverter(from: 44_100, to: 16_000)
    var converted: [Float] = []
    for start in stride(from: 0, to: samples.count, by: 777) {
      converted += try converter.convert(Array(samples[start..<min(start + 777, samples.count)]), isLast: false)
    }
    converted += try converter.convert([], isLast: true)
    #expect(converted.count == expected.count)
    #expect(zip(converted, expected).allSatisfy { abs($0 - $1) < 0.0001 })
  }

  @Test("An unsupported ratio is rejected with its rates")
  func ratio() {
    let error = #expect(throws: SampleRateError.self) { _ = try SampleRateConverter(from: 16_000_000, to: 16_000) }
    #expect(error?.description.contains("16000000 Hz") == true)
  }
}

import AcousticFrontEnd
import AudioSamples
import Foundation
import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("The correction of features for rooms and noise")
struct FeatureEnhancerTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us/en-us"

  /// Returns a model's bytes: the magic, the words of the header, and the floats of its layers.
  private static func model(_ header: [UInt32], _ floats: [Float]) -> Data {
    var data = Data("VENH".utf8)
    for word in header + floats.map(\.bitPattern) { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
    return data
  }

  /// One coefficient, one frame before and none after: inputs are (noisy, denoised) of the frame before and of the frame itself.
  private static let small: (header: [UInt32], floats: [Float]) = (
    [1, 1, 0, 1, 2, 2, 1],
    // Two hidden outputs, each with four weights; their biases; one output with two weights; its bias.
    [1, 0, 0, 0, 0, 0, 0, -1, 0, 0.5, 10, 100, 0.25]
  )

  private static func cepstra(_ values: [Float]) -> Cepstra { Cepstra(coefficientCount: 1, values: values) }

  @Test("Each frame receives the correction that the network computes from the frames around it")
  func correction() throws {
    let enhancer = try FeatureEnhancer(Self.model(Self.small.header, Self.small.floats))
    let enhanced = enhancer.enhanced(Self.cepstra([0, -2, 3]), noisy: Self.cepstra([1, -4, 5]))
    // 10·max(0, noisy frame before) + 100·max(0, 0.5 − denoised frame) + 0.25; the first frame is also the one before it.
    #expect(enhanced.values == [60.25, 258.25, 3.25])
  }

  @Test("Cepstra that the network is not for are returned unchanged")
  func unsuitable() throws {
    let enhancer = try FeatureEnhancer(Self.model(Self.small.header, Self.small.floats))
    let wide = Cepstra(coefficientCount: 2, values: [1, 2, 3, 4])
    #expect(enhancer.enhanced(wide, noisy: wide) == wide)
    #expect(enhancer.enhanced(Self.cepstra([]), noisy: Self.cepstra([])).values.isEmpty)
    #expect(enhancer.enhanced(Self.cepstra([1, 2]), noisy: Self.cepstra([1])) == Self.cepstra([1, 2]))
  }

  @Test(
    "A damaged model is refused with the reason",
    arguments: [
      (Data(), "not a speech enhancement model"),
      (Data("VG2P1234".utf8), "not a speech enhancement model"),
      (model([2, 1, 0, 1, 2, 2, 1], small.floats), "not a speech enhancement model of version 1"),
      (model(small.header, small.floats.dropLast()), "the speech enhancement model is truncated"),
      (model(Array(small.header.prefix(5)), []), "the speech enhancement model is truncated"),
      (model(small.header, small.floats + [0]), "the speech enhancement model has bytes after its end"),
      (model([1, 1, 0, 1, 2, 2, 2], small.floats), "the speech enhancement model does not return a frame"),
      (model([1, 1, 0, 1, 0], []), "the speech enhancement model does not return a frame"),
      (model([1, 1, 0, 1, 70_000], []), "the speech enhancement model has a size of 70000"),
    ] as [(Data, String)])
  func damaged(_ data: Data, _ reason: String) {
    let error = #expect(throws: FeatureEnhancerError.self) { try FeatureEnhancer(data) }
    #expect(error?.reason == reason)
  }

  /// Returns the speech with 160 random reflections, which decay by 60 dB in half a second.
  private static func reverberated(_ samples: [Int16]) -> [Int16] {
    let duration = Float(SpeechAudio.samples(in: 0.5))
    var sound = samples.map { Float($0) }
    for (index, noise) in SyntheticAudio.noise(count: 160).enumerated() {
      let delay = 160 + 40 * index
      let gain: Float = Float(noise) / 32_768 * pow(10, -3 * Float(delay) / duration)
      for index in delay..<samples.count { sound[index] += gain * Float(samples[index - delay]) }
    }
    return sound.map { Int16(clamping: Int(($0 * 0.3).rounded())) }
  }

  /// Returns the mean distance of frames, over those that are loud in the first.
  private static func distance(_ clean: Cepstra, _ other: Cepstra) -> Float {
    let width = clean.coefficientCount
    let loud = clean.isLouderThanAverage
    var sum: Float = 0
    for frame in 0..<min(clean.frameCount, other.frameCount) where loud[frame] {
      var squares: Float = 0
      for index in frame * width..<(frame + 1) * width {
        let difference = clean.values[index] - other.values[index]
        squares += difference * difference
      }
      sum += squares.squareRoot()
    }
    return sum / Float(loud.filter(\.self).count)
  }

  @Test("Features of a person's speech with reverberation are brought closer to those of the speech alone")
  func room() throws {
    let dry = try RawRecording.samples(of: "human/go-forward.flac")
    let frontEnd = UtteranceFrontEnd(model: try AcousticModel(directory: Self.folder))
    let clean = try frontEnd.sentenceFeatures(of: dry).plain
    let wet = try frontEnd.sentenceFeatures(of: Self.reverberated(dry))
    #expect(Self.distance(clean, wet.enhanced) < 0.9 * Self.distance(clean, wet.plain))
  }

  @Test("The features of a model with other parameters are not corrected")
  func otherModel() throws {
    let folder = try TemporaryFolder()
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder) where file != "feat.params" {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(file)", withDestinationPath: "\(Self.folder)/\(file)")
    }
    let parameters = try String(contentsOfFile: Self.folder + "/feat.params", encoding: .utf8)
    try folder.write(parameters.replacingOccurrences(of: "-nfilt 25", with: "-nfilt 31"), to: "feat.params")
    let speech = try RawRecording.samples(of: "human/go-forward.flac")
    let other = try UtteranceFrontEnd(model: AcousticModel(directory: folder.path)).sentenceFeatures(of: speech)
    #expect(other.enhanced == other.plain)
    let own = try UtteranceFrontEnd(model: AcousticModel(directory: Self.folder)).sentenceFeatures(of: speech)
    #expect(own.enhanced != own.plain)
  }
}

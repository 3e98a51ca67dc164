import AcousticFrontEnd
import AudioSamples
import Foundation
import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("The network that scores senones")
struct AcousticNetworkTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us/en-us"

  /// Returns a network's bytes: the magic, the words of the header, and the floats.
  private static func file(_ header: [UInt32], _ floats: [Float16]) -> Data {
    var data = Data("VNET".utf8)
    for word in header { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
    for float in floats { withUnsafeBytes(of: float.bitPattern.littleEndian) { data.append(contentsOf: $0) } }
    return data
  }

  /// One coefficient, one frame before and none after: inputs are (noisy, denoised) of the frame before and of the frame itself.
  ///
  /// Of three senones, the third is that of a phone without context.
  private static let small: (header: [UInt32], floats: [Float16]) = (
    // Version, frames, coefficients; one size of the definition; senones; the senone without context; two layers.
    [1, 1, 0, 1, 1, 7, 3, 1, 2, 2, 2, 1],
    [
      // Two hidden outputs: their biases, and their weights for each of the four inputs.
      0, 0.5, 1, 0, 0, 0, 0, 0, 0, -1,
      // One output that is not rectified.
      -1, 1, 2,
      // Three senones: biases and weights.
      0, 0, 0, 1, 2, 0,
      // The senone without context.
      5, 5,
      // The logarithms of the probabilities in any frame.
      -1, -2, -4, -3,
    ]
  )

  private static func features(_ denoised: [Float], noisy: [Float]) -> AcousticNetwork.Features {
    func cepstra(_ values: [Float]) -> Cepstra { Cepstra(coefficientCount: 1, values: values) }
    return AcousticNetwork.Features(denoised: cepstra(denoised), noisy: cepstra(noisy))
  }

  @Test("The score of a senone is the logarithm of its probability in a frame, less that of its probability in any frame")
  func scores() throws {
    let network = try AcousticNetwork(Self.file(Self.small.header, Self.small.floats))
    let scores = network.scores(of: Self.features([0, -2, 3], noisy: [1, -4, 5]), subtracting: [])
    #expect((scores.frameCount, scores.senoneCount) == (3, 3))
    #expect((network.senoneCount, network.definitionSizes) == (3, [7]))
    // max(0, noisy frame before) + 2·max(0, 0.5 − denoised frame) − 1; the first frame is also the one before it.
    for (frame, value) in [1.0, 5.0, -1.0].enumerated() {
      let sum = exp(value) + exp(2 * value) + exp(0)
      let likelihoods = [value - log(sum) + 1, 2 * value - log(sum) + 2]
      for (senone, likelihood) in likelihoods.enumerated() {
        let expected = (14 - likelihood) / SenoneScores.nepersPerUnit
        #expect(abs(Double(scores[frame].dropFirst(senone).first ?? 0) - expected) <= 1.5)
      }
      // A single output has a probability of 1.
      #expect(abs(Double(scores[frame].last ?? 0) - (14 - 3) / SenoneScores.nepersPerUnit) <= 1.5)
    }
  }

  @Test("A subtracted mean gives the scores of the features without it")
  func subtraction() throws {
    let network = try AcousticNetwork(Self.file(Self.small.header, Self.small.floats))
    // The loud frames have the means 4 and 3, the quiet ones 0 and -1.
    let features = Self.features([0, 3, 5], noisy: [-1, 2, 4])
    for (mean, subtracted) in [(CepstralMean.speech, [4, 3]), (.utterance, [3, 2])] as [(CepstralMean, [Float])] {
      let expected = Self.features(
        features.denoised.values.map { $0 - subtracted[0] }, noisy: features.noisy.values.map { $0 - subtracted[1] })
      #expect(network.scores(of: features, subtracting: [mean]) == network.scores(of: expected, subtracting: []))
    }
  }

  @Test("With several means, the difference between two senones is the mean of the differences with each of them")
  func severalMeans() throws {
    let network = try AcousticNetwork(Self.file(Self.small.header, Self.small.floats))
    let features = Self.features([0, -2, 3], noisy: [1, -4, 5])
    func difference(subtracting means: [CepstralMean], in frame: Int) -> Double {
      let scores = network.scores(of: features, subtracting: means)[frame].prefix(2).map(Double.init)
      return scores[1] - scores[0]
    }
    for frame in 0..<3 {
      let each = [CepstralMean.utterance, .speech].map { difference(subtracting: [$0], in: frame) }
      #expect(abs(difference(subtracting: [.utterance, .speech], in: frame) - (each[0] + each[1]) / 2) <= 2)
    }
  }

  @Test("The probability of some senones without context is relative to all of them, in each frame")
  func phoneProbability() throws {
    // Two senones without context, the second and the third. Their logarithms differ by the value of the last layer and by 2.
    let header = Self.small.header.prefix(6) + [3, 2, 1, 2, 2, 2, 1]
    let floats = Self.small.floats.prefix(19) + [0, 2, 1, 0, -1, -2, -4, -3, -3]
    let network = try AcousticNetwork(Self.file(Array(header), Array(floats)))
    let features = Self.features([0, -2, 3], noisy: [1, -4, 5])
    func probabilities(of senones: Set<Int>, in frames: Range<Int> = 0..<3) -> [Float]? {
      network.probabilities(ofPhones: senones, in: features, frames: frames, subtracting: [.speech, .speech])
    }
    let scores = network.scores(of: features, subtracting: [.speech])
    let expected = (0..<3).map { frame in
      let costs = scores[frame].dropFirst().map { exp(-Double($0) * SenoneScores.nepersPerUnit - 3) }
      return Float(costs[1] / (costs[0] + costs[1]))
    }
    for (found, expected) in zip(try #require(probabilities(of: [2])), expected) { #expect(abs(found - expected) < 0.03) }
    #expect(probabilities(of: [2], in: 1..<2) == probabilities(of: [2]).map { [$0[1]] })
    #expect(try #require(probabilities(of: [1, 2])).allSatisfy { abs($0 - 1) < 0.001 })
    #expect(probabilities(of: [0]) == [0, 0, 0], "it has a context")
    #expect(probabilities(of: [2], in: 1..<1) == nil)
    let others = AcousticNetwork.Features(denoised: features.denoised, noisy: Cepstra(coefficientCount: 1, values: [0]))
    #expect(network.probabilities(ofPhones: [2], in: others, frames: 0..<1, subtracting: [.speech]) == nil)
  }

  @Test("The scores of a frame depend only on the frames around it")
  func context() throws {
    let model = try AcousticModel(directory: Self.folder)
    let speech = try RawRecording.samples(of: "human/go-forward.flac")
    let denoised = try FeatureExtractor(model: model).cepstra(of: speech)
    let noisy = try FeatureExtractor(model: model, removesNoise: false).cepstra(of: speech)
    let network = try AcousticNetwork.english()
    let whole = network.scores(of: .init(denoised: denoised, noisy: noisy), subtracting: [])
    #expect(whole.frameCount == denoised.frameCount)
    let rest = 90..<denoised.frameCount
    let part = network.scores(of: .init(denoised: denoised.frames(rest), noisy: noisy.frames(rest)), subtracting: [])
    let before = network.framesBefore
    #expect(part.frames(before..<part.frameCount) == whole.frames(90 + before..<whole.frameCount))
  }

  @Test("Cepstra that the network is not for have no scores")
  func unsuitable() throws {
    let network = try AcousticNetwork(Self.file(Self.small.header, Self.small.floats))
    let wide = Cepstra(coefficientCount: 2, values: [1, 2, 3, 4])
    let unsuitable: [AcousticNetwork.Features] = [
      .init(denoised: wide, noisy: wide), Self.features([], noisy: []), Self.features([1, 2], noisy: [1]),
    ]
    for features in unsuitable {
      #expect(network.scores(of: features, subtracting: []).frameCount == 0)
      #expect(network.scores(of: features, subtracting: [.utterance, .speech]).frameCount == 0)
    }
  }

  @Test(
    "A damaged network is refused with the reason",
    arguments: [
      (Data(), "not an acoustic network"),
      (Data("VG2P1234".utf8), "not an acoustic network"),
      (file([2] + small.header.dropFirst(), small.floats), "not an acoustic network of version 1"),
      (file(small.header, small.floats.dropLast()), "the acoustic network is truncated"),
      (file(Array(small.header.prefix(5)), []), "the acoustic network is truncated"),
      (file(small.header, small.floats + [0]), "the acoustic network has bytes after its end"),
      (file([1, 1, 0, 1, 1, 7, 0, 0, 0], []), "the acoustic network does not score senones"),
      (file([1, 1, 0, 1, 1, 7, 3, 1, 3, 0], []), "the acoustic network does not score senones"),
      (file([1, 1, 0, 1, 1, 7, 3, 0, 0], []), "the acoustic network has no hidden layer"),
      (file([1, 1, 0, 2_000_000], []), "the acoustic network has a size of 2000000"),
    ] as [(Data, String)])
  func damaged(_ data: Data, _ reason: String) {
    let error = #expect(throws: AcousticNetworkError.self) { try AcousticNetwork(data) }
    #expect(error?.reason == reason)
  }

  @Test("The embedded network is for the senones of Debian's model")
  func embedded() throws {
    let model = try AcousticModel(directory: Self.folder)
    let network = try AcousticNetwork.english()
    #expect(network.definitionSizes == model.definitionSizes)
    #expect(network.senoneCount == model.senoneCount)
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

  @Test("A person's words are decoded from scores, with and without reverberation", arguments: [false, true])
  func decoding(_ isInRoom: Bool) throws {
    let model = try AcousticModel(directory: Self.folder)
    let decoder = try Decoder(configuration: DecoderConfiguration(model: model))
    let places: [(word: String, from: Int)] = [
      ("go", 0), ("stop", 0), ("forward", 1), ("backward", 1), ("ten", 2), ("two", 2), ("meters", 3), ("minutes", 3),
    ]
    let dictionary = try PronunciationDictionary(path: Self.folder + "/../cmudict-en-us.dict")
    try decoder.add(Lexicon(dictionary.pronunciations(of: Set(places.map(\.word)))))
    let arcs = places.map { WordGraph.Arc(from: $0.from, to: $0.from + 1, word: $0.word) }
    try decoder.setGrammar(WordGraph(stateCount: 5, start: 0, final: 4, arcs: arcs), search: "g")
    try decoder.activate("g")
    let speech = try RawRecording.samples(of: "human/go-forward.flac")
    let heard = try UtteranceFrontEnd(model: model).audibleSpeech(of: isInRoom ? Self.reverberated(speech) : speech)
    let hypothesis = try #require(try decoder.decode(heard.input))
    #expect(hypothesis.segments.map(\.text).filter { !$0.hasPrefix("<") } == ["go", "forward", "ten", "meters"])
    #expect(hypothesis.segments.last.map { $0.endFrame < heard.input.frameCount } == true)
    // Equal scores give equal results, whatever was decoded before.
    #expect(try decoder.decode(heard.input) == hypothesis)
  }

  @Test(
    "Some frames of an utterance have the scores that they have in the whole of it",
    arguments: [100..<200, 63..<130, -30..<70, 150..<151, 0..<100_000])
  func part(_ frames: Range<Int>) throws {
    let frontEnd = UtteranceFrontEnd(model: try AcousticModel(directory: Self.folder))
    let speech = [Int16](repeating: 0, count: 16_000) + (try RawRecording.samples(of: "human/go-forward.flac"))
    let whole = try frontEnd.audibleSpeech(of: speech)
    let before = whole.quietFramesBefore
    #expect(before > 0)
    let expected = whole.frames(frames.lowerBound - before..<frames.upperBound - before)
    let part = try frontEnd.audibleSpeech(of: speech, in: frames)
    #expect(part.input == expected.input)
    #expect(part.cepstra == expected.cepstra)
    #expect(part.quietFramesBefore == expected.quietFramesBefore)
    #expect(part.quietFramesAfter == expected.quietFramesAfter)
  }

  @Test("The features of a model with other parameters are not scored")
  func otherModel() throws {
    let folder = try TemporaryFolder()
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder) where file != "feat.params" {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(file)", withDestinationPath: "\(Self.folder)/\(file)")
    }
    let parameters = try String(contentsOfFile: Self.folder + "/feat.params", encoding: .utf8)
    try folder.write(parameters.replacingOccurrences(of: "-nfilt 25", with: "-nfilt 31"), to: "feat.params")
    let speech = try RawRecording.samples(of: "human/go-forward.flac")
    let other = try UtteranceFrontEnd(model: AcousticModel(directory: folder.path)).audibleSpeech(of: speech)
    guard case .cepstra = other.input else {
      Issue.record("The network scored features that it is not for")
      return
    }
    let own = try UtteranceFrontEnd(model: AcousticModel(directory: Self.folder)).audibleSpeech(of: speech)
    guard case .senoneScores = own.input else {
      Issue.record("The network did not score the features of Debian's model")
      return
    }
    #expect(own.quietFramesAfter == other.quietFramesAfter)
  }
}

import AcousticFrontEnd
import Foundation
import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("The front end of whole utterances", .serialized)
struct UtteranceFrontEndTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us/en-us"

  /// "Go forward ten meters", spoken by a person.
  private static func goForward() throws -> [Int16] { try RawRecording.samples(of: "human/go-forward.flac") }

  /// Returns the recording with white noise `ratio` dB below its loudest sample.
  private static func noisy(_ samples: [Int16], ratio: Double) -> [Int16] {
    let loudest = Double(samples.map { abs(Int($0)) }.max() ?? 0)
    let scale = loudest * pow(10, -ratio / 20) / 32_768
    return zip(samples, SyntheticAudio.noise(count: samples.count)).map { sample, noise in
      Int16(max(-32_768, min(32_767, (0.5 * (Double(sample) + Double(noise) * scale)).rounded())))
    }
  }

  private static func frontEnd() throws -> UtteranceFrontEnd { UtteranceFrontEnd(model: try AcousticModel(directory: folder)) }

  @Test("The features of an utterance equal those that the decoder computes")
  func sameFeatures() throws {
    let model = try AcousticModel(directory: Self.folder)
    let decoder = try Decoder(configuration: DecoderConfiguration(model: model))
    let words = ["go", "forward", "backward", "ten", "two", "meters"]
    let dictionary = try PronunciationDictionary(path: Self.folder + "/../cmudict-en-us.dict")
    try decoder.add(Lexicon(dictionary.pronunciations(of: Set(words))))
    let places = [(0, 1), (1, 2), (1, 2), (2, 3), (2, 3), (3, 4)]
    let arcs = zip(words, places).map { WordGraph.Arc(from: $1.0, to: $1.1, word: $0) }
    try decoder.setGrammar(WordGraph(stateCount: 5, start: 0, final: 4, arcs: arcs), search: "g")
    try decoder.activate("g")

    let cepstra = try FeatureExtractor(model: model).cepstra(of: Self.goForward())
    let ofCepstra = try #require(try decoder.decode(Self.centered(cepstra)))
    let ofSamples = try #require(try decoder.decode(Self.goForward()))
    #expect(ofCepstra.segments.map(\.text).filter { !$0.hasPrefix("<") } == ["go", "forward", "ten", "meters"])
    #expect(ofCepstra.segments.map(\.text) == ofSamples.segments.map(\.text))
    #expect(abs(ofCepstra.score - ofSamples.score) <= abs(ofSamples.score) / 100)
  }

  /// Subtracts the mean of all frames, as the decoder does.
  private static func centered(_ cepstra: Cepstra) -> Cepstra {
    let width = cepstra.coefficientCount
    var sums = [Float](repeating: 0, count: width)
    for (index, value) in cepstra.values.enumerated() { sums[index % width] += value }
    let values = cepstra.values.enumerated().map { $1 - sums[$0 % width] / Float(cepstra.frameCount) }
    return Cepstra(coefficientCount: width, values: values)
  }

  @Test("The length of the silence around speech does not change its features", arguments: [CepstralMean.speech, .utterance])
  func silenceAround(_ mean: CepstralMean) throws {
    let frontEnd = try Self.frontEnd()
    let alone = try frontEnd.features(of: Self.goForward(), subtracting: mean)
    let rest = SyntheticAudio.noise(count: 16_000).map { $0 / 2000 }
    let among = try frontEnd.features(of: rest + Self.goForward() + rest + rest, subtracting: mean)
    let width = alone.coefficientCount
    // A second is 100 frames; the loudest frames are speech.
    let loudest = (0..<alone.frameCount).sorted { alone.values[$0 * width] > alone.values[$1 * width] }.prefix(50)
    func level(_ cepstra: Cepstra, from first: Int) -> Float {
      loudest.reduce(0) { $0 + cepstra.values[($1 + first) * width] } / Float(loudest.count)
    }
    // Noise removal also adapts to the silence before the speech.
    #expect(abs(level(alone, from: 0) - level(among, from: 100)) < 3)
  }

  @Test("Up to two seconds of quieter noise after a noisy recording do not change the features of its speech")
  func quieterNoiseAfter() throws {
    let frontEnd = try Self.frontEnd()
    let recording = Self.noisy(try Self.goForward() + [Int16](repeating: 0, count: 8_000), ratio: 25)
    let quieter = SyntheticAudio.noise(count: 32_000).map { $0 / 200 }
    func loudest(_ seconds: Double) throws -> Float {
      let samples = recording + quieter.prefix(Int(seconds * 16_000))
      let cepstra = try frontEnd.audibleSpeech(of: samples).cepstra
      let levels = stride(from: 0, to: cepstra.values.count, by: cepstra.coefficientCount).map { cepstra.values[$0] }
      return levels.sorted().suffix(50).reduce(0, +) / 50
    }
    let alone = try loudest(0)
    for seconds in [0.5, 1, 2] { #expect(abs(try loudest(seconds) - alone) < 0.5) }
  }

  @Test("A chime before a gap has no speech in any frame, and words before a gap have some")
  func silenceBeforeGap() throws {
    let frontEnd = try Self.frontEnd()
    let gap = SyntheticAudio.noise(count: 8_000).map { $0 / 2_000 }
    let command = try Self.goForward()
    let chime = [660.0, 880].flatMap { frequency in
      (0..<9_600).map { index -> Int16 in
        let time = Double(index) / 16_000
        let level: Double = 6_000 * min(1, time / 0.01) * exp(-8 * time)
        return Int16(level * sin(2 * Double.pi * frequency * time))
      }
    }
    // The recording begins with silence.
    let words = try command.dropFirst(#require(command.firstIndex { abs(Int($0)) > 3_000 })).prefix(9_600)
    func silence(before sound: [Int16]) throws -> [Float] {
      let utterance = try frontEnd.utterance(of: gap + sound + gap + command)
      let frame = try #require(utterance.frameAfterGap)
      return try #require(frontEnd.silence(before: frame, in: utterance))
    }
    #expect(try silence(before: chime).allSatisfy { $0 >= 0.5 })
    #expect(try silence(before: Array(words)).contains { $0 < 0.1 })
  }

  @Test("Equal audio gives equal features, whatever came before")
  func deterministic() throws {
    let frontEnd = try Self.frontEnd()
    let first = try frontEnd.features(of: Self.goForward(), subtracting: .utterance)
    _ = try frontEnd.features(of: Self.noisy(Self.goForward(), ratio: 10), subtracting: .utterance)
    #expect(try frontEnd.features(of: Self.goForward(), subtracting: .utterance) == first)
  }

  @Test("Empty audio gives no features")
  func short() throws {
    #expect(try Self.frontEnd().features(of: [], subtracting: .utterance).frameCount <= 1)
  }
}

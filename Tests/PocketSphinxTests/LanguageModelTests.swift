import Foundation
import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("The language model", .serialized)
struct LanguageModelTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"
  private static let path = folder + "/en-us.lm.bin"

  private func decoder(dictionary: Bool) throws -> Decoder {
    var configuration = DecoderConfiguration(model: try AcousticModel(directory: Self.folder + "/en-us"))
    if dictionary { configuration.dictionary = try PronunciationDictionary(path: Self.folder + "/cmudict-en-us.dict") }
    return try Decoder(configuration: configuration)
  }

  @Test("An arbitrary sentence is transcribed with the words of the whole dictionary")
  func dictation() throws {
    let decoder = try decoder(dictionary: true)
    #expect(decoder.knows("forward"))
    #expect(!decoder.knows("xyzzyq"))
    try decoder.setLanguageModel(LanguageModel(path: Self.path), search: "dictation")
    try decoder.activate("dictation")
    let hypothesis = try #require(try decoder.decode(RawRecording.samples(of: "human/go-forward.flac")))
    let words = hypothesis.segments.map(\.text).filter { !$0.hasPrefix("<") && !$0.hasPrefix("[") }
    #expect(words == ["go", "forward", "ten", "meters"])
  }

  @Test("A decoder without words cannot use a language model")
  func noDictionary() throws {
    let error = #expect(throws: PocketSphinxError.self) {
      try decoder(dictionary: false).setLanguageModel(LanguageModel(path: Self.path), search: "dictation")
    }
    #expect(error?.code == .search)
  }

  @Test(
    "A missing, empty or truncated file, or one of another kind, is rejected by name",
    arguments: ["missing", "empty", "short", "other", "folder"])
  func damaged(_ damage: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/en-us.lm.bin"
    switch damage {
    case "empty": try folder.write("", to: "en-us.lm.bin")
    case "short": try folder.write(Data(contentsOf: URL(fileURLWithPath: Self.path)).prefix(20), to: "en-us.lm.bin")
    case "other": try folder.write("\\data\\\nngram 1=5\n", to: "en-us.lm.bin")
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: break
    }
    let error = #expect(throws: PocketSphinxError.self) { try LanguageModel(path: path) }
    #expect(error?.code == .model)
    #expect(error?.reason.contains(path) == true, "\(String(describing: error))")
  }

  @Test("The acoustic model lists its phones of speech, and the senones of silence and noise")
  func phones() throws {
    let model = try AcousticModel(directory: Self.folder + "/en-us")
    let phones = model.phones
    #expect(phones.count == 39)
    #expect(phones.first == "AA")
    #expect(phones.last == "ZH")
    #expect(!phones.contains("SIL"))
    // Two noises come first, and silence is the 33rd phone.
    #expect(model.silentSenones == [0, 1, 2, 3, 4, 5, 96, 97, 98])
  }

  @Test("Of two words that sound alike, the decoder finds the more probable one", arguments: [0.01, 100])
  func arcProbability(_ probability: Double) throws {
    let decoder = try decoder(dictionary: true)
    try decoder.add("metres", phones: ["M", "IY", "T", "ER", "Z"])
    let words = ["go", "forward", "ten", "meters"]
    var arcs = words.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    arcs.append(.init(from: 3, to: 4, word: "metres", probability: probability))
    try decoder.setGrammar(WordGraph(stateCount: 5, start: 0, final: 4, arcs: arcs), search: "g")
    try decoder.activate("g")
    let hypothesis = try #require(try decoder.decode(RawRecording.samples(of: "human/go-forward.flac")))
    let last = hypothesis.segments.map(\.text).last { !$0.hasPrefix("<") }
    #expect(last == (probability > 1 ? "metres" : "meters"))
  }
}

import Foundation
import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("The decoder", .serialized)
struct DecoderTests {
  private static let model = "/usr/share/pocketsphinx/model/en-us/en-us"
  private static let dictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"

  /// "Go forward ten meters", spoken by a person; from Debian's pocketsphinx-testdata, kept as FLAC among the recordings.
  private static func goForward() throws -> [Int16] { try RawRecording.samples(of: "human/go-forward.flac") }

  private func decoder(words: Set<String>, beams: DecoderConfiguration.Beams = .init()) throws -> Decoder {
    var configuration = DecoderConfiguration(model: try AcousticModel(directory: Self.model))
    configuration.beams = beams
    let decoder = try Decoder(configuration: configuration)
    let found = try PronunciationDictionary(path: Self.dictionary).pronunciations(of: words)
    try decoder.add(Lexicon(found))
    return decoder
  }

  /// Returns a decoder that searches for words, each with the same threshold.
  private func decoder(
    keyphrases: Set<String>, threshold: Double, beams: DecoderConfiguration.Beams = .init()
  ) throws -> Decoder {
    let decoder = try decoder(words: keyphrases, beams: beams)
    try decoder.setKeyphrases(keyphrases.sorted().map { ($0, threshold) }, search: "k")
    try decoder.activate("k")
    return decoder
  }

  @Test("A grammar's only sentence is found at its position in the audio")
  func grammar() throws {
    let decoder = try decoder(words: ["go", "forward", "ten", "meters"])
    let words = ["go", "forward", "ten", "meters"]
    let arcs = words.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    try decoder.setGrammar(WordGraph(stateCount: 5, start: 0, final: 4, arcs: arcs), search: "g")
    try decoder.activate("g")
    let hypothesis = try #require(try decoder.decode(Self.goForward()))
    #expect(hypothesis.segments.map(\.text).filter { !$0.hasPrefix("<") } == words)
    #expect(hypothesis.segments.map(\.startFrame) == hypothesis.segments.map(\.startFrame).sorted())
  }

  @Test("Each word of a grammar is heard in each of its pronunciations")
  func pronunciations() throws {
    let decoder = try decoder(words: ["go", "forward"])
    try decoder.add(
      Lexicon(["ten": [["Z", "OY"], ["B", "UH", "SH"], ["T", "EH", "N"]], "meters": [["M", "IY", "T", "ER", "Z"]]]))
    let words = ["go", "forward", "ten", "meters"]
    let arcs = words.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    try decoder.setGrammar(WordGraph(stateCount: 5, start: 0, final: 4, arcs: arcs), search: "g")
    try decoder.activate("g")
    let heard = try #require(try decoder.decode(Self.goForward())).segments.map(\.text)
    #expect(heard.filter { !$0.hasPrefix("<") } == ["go", "forward", "ten(3)", "meters"])
  }

  @Test("A grammar search narrows while more models are active than the limit, and otherwise hears the same")
  func maxModels() throws {
    let words = ["forward", "go", "meters", "ten"]
    let arcs = words.flatMap { word in [0, 1].map { WordGraph.Arc(from: 0, to: $0, word: word) } }
    func heard(with beams: DecoderConfiguration.Beams) throws -> Hypothesis? {
      let decoder = try decoder(words: Set(words), beams: beams)
      try decoder.setGrammar(WordGraph(stateCount: 2, start: 0, final: 1, arcs: arcs), search: "g")
      try decoder.activate("g")
      return try decoder.decode(Self.goForward())
    }
    let hypothesis = try #require(try heard(with: .init()))
    #expect(hypothesis.segments.map(\.text).filter { !$0.hasPrefix("<") } == ["go", "forward", "ten", "meters"])
    #expect(try heard(with: .init(maxModels: 200)) == hypothesis)
    #expect(try heard(with: .init(maxModels: 1)) != hypothesis)
  }

  @Test("Scores for a model with another number of senones are refused with both numbers")
  func otherSenones() throws {
    let decoder = try decoder(words: ["go"])
    try decoder.setGrammar(WordGraph(stateCount: 2, start: 0, final: 1, arcs: [.init(from: 0, to: 1, word: "go")]), search: "g")
    try decoder.activate("g")
    let scores = SenoneScores(senoneCount: 3, frameCount: 50) { _, _ in }
    let error = #expect(throws: PocketSphinxError.self) { _ = try decoder.decode(scores) }
    #expect(error?.operation == "ps_decode_senscr")
    #expect(error?.reason == "the scores are for 3 senones, and \(Self.model) has 5126")
  }

  @Test("Scores that end before a sentence does have no result")
  func tooShort() throws {
    let decoder = try decoder(words: ["forward"])
    let graph = WordGraph(stateCount: 2, start: 0, final: 1, arcs: [.init(from: 0, to: 1, word: "forward")])
    try decoder.setGrammar(graph, search: "g")
    try decoder.activate("g")
    #expect(try decoder.decode(SenoneScores(senoneCount: 5126, frameCount: 0) { _, _ in }) == nil)
    #expect(try decoder.decode(SenoneScores(senoneCount: 5126, frameCount: 5) { _, _ in }) == nil)
  }

  @Test("A part of the scores has the same result as scores of these frames alone, and the same frames")
  func partOfScores() throws {
    let decoder = try decoder(words: ["go"])
    try decoder.setPhoneLoop(search: "phones")
    try decoder.activate("phones")
    /// Scores that change from one frame to the next, and that no other frame has.
    func score(_ senone: Int, in frame: Int) -> Int16 { Int16((senone * 31 + frame / 8 * 1009) % 997) }
    func scores(of frames: Range<Int>) -> SenoneScores {
      SenoneScores(senoneCount: 5126, frameCount: frames.count) { frame, scores in
        for senone in 0..<5126 { scores[senone] = score(senone, in: frames.lowerBound + frame) }
      }
    }
    let all = scores(of: 0..<120)
    let part = all.frames(40..<90)
    let alone = scores(of: 40..<90)
    #expect(part == alone)
    #expect(part[3] == alone[3])
    #expect(part.frames(10..<200) == scores(of: 50..<90))
    #expect(part.frameCount == 50)
    let heard = try #require(try decoder.decode(part))
    #expect(try decoder.decode(alone) == heard)
    #expect(try decoder.decode(all) != heard)
  }

  @Test("Keyphrases are reported in time order, without the list's punctuation, each at its own threshold")
  func keyphrases() throws {
    let decoder = try decoder(keyphrases: ["forward", "meters"], threshold: 1e-20)
    try decoder.startUtterance()
    try decoder.process(Self.goForward() + [Int16](repeating: 0, count: 8000))
    let hits = try #require(decoder.hypothesis()).segments
    #expect(hits.map(\.text) == ["forward", "meters"])
    try decoder.endUtterance()

    let margin = try #require(hits.first.map { KeyphraseMargin.log10(ofProbability: $0.probability) })
    func isHeard(at threshold: Double) throws -> Bool {
      try decoder.setKeyphrases([("forward", threshold)], search: "k2")
      try decoder.activate("k2")
      try decoder.startUtterance()
      try decoder.process(Self.goForward() + [Int16](repeating: 0, count: 8000))
      defer { try? decoder.endUtterance() }
      return decoder.hypothesis() != nil
    }
    // Live mean normalization has changed the score in the meantime; a tolerance of a decade and a half covers that.
    #expect(try isHeard(at: pow(10, margin - 1.5)))
    #expect(try !isHeard(at: pow(10, margin + 12)))
  }

  @Test("The keyphrases of an utterance do not depend on the utterance before it")
  func keyphrasesOfLaterUtterance() throws {
    func unused() throws -> Decoder {
      try decoder(
        keyphrases: ["go", "forward", "ten"], threshold: 1e-80, beams: .init(state: 1e-200, phone: 1e-200, word: 1e-200))
    }
    let speech = try Self.goForward()
    let (before, later) = (Array(speech[8000..<13_000]), Array(speech[12_000..<16_000]))
    let used = try unused()
    _ = try used.decode(before)
    #expect(try used.decode(later) == unused().decode(later))
  }

  @Test("An utterance that starts during another one fails, and the other one goes on")
  func startedTwice() throws {
    let decoder = try decoder(keyphrases: ["forward", "meters"], threshold: 1e-20)
    try decoder.startUtterance()
    #expect(throws: PocketSphinxError.self) { try decoder.startUtterance() }
    try decoder.process(Self.goForward() + [Int16](repeating: 0, count: 8000))
    #expect(decoder.hypothesis()?.segments.map(\.text) == ["forward", "meters"])
    try decoder.endUtterance()
  }

  @Test("A phrase with an unknown word is rejected by name")
  func unknownWord() throws {
    let decoder = try decoder(words: ["forward"])
    let error = #expect(throws: PocketSphinxError.self) {
      try decoder.setKeyphrases([("forward xochitl", 1e-20)], search: "k")
    }
    #expect(error?.code == .unknownWord)
    #expect(error?.reason.contains("xochitl") == true)
  }

  @Test("A pronunciation with a phone outside the model is rejected with the library's message")
  func unknownPhone() throws {
    let decoder = try decoder(words: [])
    let error = #expect(throws: PocketSphinxError.self) { try decoder.add("beep", phones: ["B", "QQ", "P"]) }
    #expect(error?.code == .pronunciation)
    #expect(error?.reason.contains("beep") == true)
  }

  @Test("Activating an unknown search fails")
  func unknownSearch() throws {
    #expect(throws: PocketSphinxError.self) { try decoder(words: []).activate("nothing") }
  }

  @Test("A dictionary returns every pronunciation of a word in order, and nothing for an unknown word")
  func dictionary() throws {
    let found = try PronunciationDictionary(path: Self.dictionary).pronunciations(of: ["groceries", "xochitl", "a"])
    #expect(found["groceries"] == [["G", "R", "OW", "S", "ER", "IY", "Z"], ["G", "R", "OW", "S", "R", "IY", "Z"]])
    #expect(found["xochitl"] == nil)
    #expect((found["a"]?.count ?? 0) >= 2)
  }
}

import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Pronunciation lookup", .serialized)
struct PronunciationLookupTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"
  private let model: AcousticModel
  private let lookup: PronunciationLookup

  init() throws {
    model = try AcousticModel(directory: Self.folder + "/en-us")
    lookup = try Self.lookup(phones: model.phones)
  }

  private static func lookup(own: UserDictionary? = nil, phones: [String]) throws -> PronunciationLookup {
    PronunciationLookup(
      dictionary: try PronunciationDictionary(path: folder + "/cmudict-en-us.dict"), userDictionary: own, phones: phones)
  }

  private func phones(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  @Test("A hint takes precedence over the user's dictionary, then the model's dictionary, then a guess")
  func order() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tomato T AH0 M AA1 T OW2\nxochitl S OW CH IY L\nrent R EH N T\n", to: "own.dict")
    let lookup = try Self.lookup(own: UserDictionary(path: path, phones: model.phones), phones: model.phones)
    let found = try lookup.pronunciations(
      of: ["tomato", "xochitl", "rent", "goal", "smartplug"], hints: ["rent": phones("R AE N T")])
    #expect(found.lexicon.pronunciations["tomato"] == [phones("T AH M AA T OW")], "the dictionary has two others")
    #expect(found.lexicon.pronunciations["xochitl"] == [phones("S OW CH IY L")])
    #expect(found.lexicon.pronunciations["rent"] == [phones("R AE N T"), phones("R EH N T")])
    #expect(found.lexicon.pronunciations["smartplug"] == [phones("S M AA R T P L AH G")])
    #expect(found.sources["tomato"] == .userDictionary)
    #expect(found.sources["rent"] == .hint)
    #expect(found.sources["goal"] == .dictionary)
    #expect(found.sources["smartplug"]?.isGuess == true)
    #expect(found.unknownWords == [])
  }

  @Test(
    "Possessives and plurals are pronounced as their stems with the regular English ending",
    arguments: [
      ("nguyen's", "nguyen", "N UW Y EH N Z"), ("podcasts", "podcast", "P AO D K AE S T S"),
      ("hashtags", "hashtag", "HH AE SH T AE G Z"), ("workbenches", "workbench", "W ER K B EH N CH IH Z"),
      ("xochitl's", "xochitl", "S OW CH IY L Z"),
    ])
  func inflections(word: String, stem: String, expected: String) throws {
    let found = try lookup.pronunciations(of: [word], hints: ["xochitl": phones("S OW CH IY L")])
    #expect(found.unknownWords == [])
    #expect(found.sources[word] == .derived(from: stem))
    #expect(found.lexicon.pronunciations[word]?.first == phones(expected))
  }

  @Test(
    "Letters without a vowel are pronounced by their names",
    arguments: [("mqtt", "EH M K Y UW T IY T IY"), ("qxzw", "K Y UW EH K S Z IY D AH B AH L Y UW")])
  func letters(word: String, expected: String) throws {
    let found = try lookup.pronunciations(of: [word], hints: [:])
    #expect(found.lexicon.pronunciations[word] == [phones(expected)])
    #expect(found.sources[word] == .spelled)
  }

  @Test(
    "Abbreviations that look like words are also pronounced by the names of their letters",
    arguments: [
      ("led", "EH L IY D IY", "L EH D"), ("leds", "EH L IY D IY Z", "L EH D Z"), ("hdmi", "EY CH D IY EH M AY", nil),
      ("pir", "P IY AY AA R", nil),
    ] as [(String, String, String?)])
  func abbreviations(word: String, letters: String, listed: String?) throws {
    let ways = try lookup.pronunciations(of: [word], hints: [:]).lexicon.pronunciations[word] ?? []
    #expect(ways.contains(phones(letters)), "\(ways)")
    if let listed { #expect(ways.first == phones(listed)) }
  }

  @Test(
    "Names have a usable guess or are marked as uncertain",
    arguments: [
      ("Priya", "P R IY AH", false), ("Łukasz", "L AH K AH SH", false), ("Siobhán", "SH AW B AA N", false),
      ("Nguyễn", "N UW Y EH N", false), ("Zoë", "Z OW IY", false), ("Joaquín", "W AA K IY N", false), ("Xochitl", nil, true),
      ("Saoirse", nil, true),
    ] as [(String, String?, Bool)])
  func names(name: String, expected: String?, isUncertain: Bool) throws {
    let words = SpokenText.words(of: name)
    #expect(words.count == 1)
    let found = try lookup.pronunciations(of: Set(words), hints: [:])
    let ways = try #require(found.lexicon.pronunciations[words[0]])
    if let expected { #expect(ways.contains(phones(expected)), "\(ways)") }
    #expect(found.sources[words[0]]?.isUncertain == isUncertain)
  }

  @Test("A word without English letters stays unknown and is reported")
  func unknown() throws {
    let found = try lookup.pronunciations(of: ["привет", "東京", "dog", "'"], hints: [:])
    #expect(found.unknownWords == ["'", "привет", "東京"])
    #expect(Array(found.lexicon.pronunciations.keys) == ["dog"])
  }

  @Test(
    "Amounts, numbers, ordinals and emoji are converted to dictionary words",
    arguments: ["$20.50", "2001", "🏖 3rd", "No. 7", "José"])
  func figures(text: String) throws {
    let words = SpokenText.words(of: text)
    let found = try lookup.pronunciations(of: Set(words), hints: [:])
    #expect(!words.isEmpty)
    #expect(words.allSatisfy { found.sources[$0] == .dictionary }, "\(found.sources)")
  }

  @Test("Guesses only use phones of the model")
  func modelPhones() throws {
    let few = try Self.lookup(phones: model.phones.filter { $0 != "ZH" && $0 != "S" })
    let found = try few.pronunciations(of: ["smartplug", "priya", "mxs"], hints: [:])
    #expect(found.unknownWords == ["mxs", "smartplug"])
    #expect(found.lexicon.pronunciations["priya"] != nil)
  }

  @Test("A decoder accepts every guess and recognizes the word with it")
  func decoder() throws {
    let words: Set = [
      "xochitl", "saoirse", "priya", "qxzw", "nguyen's", "øystein", "sonos", "xyzzyq", "o'xian", "iot", "zyx",
      "aaaaaaaaaaaaaaaaaaaaaaaa",
    ]
    let found = try lookup.pronunciations(of: words, hints: [:])
    #expect(found.unknownWords == [])
    let decoder = try Decoder(configuration: DecoderConfiguration(model: model))
    try decoder.add(found.lexicon)
    try decoder.setKeyphrases(words.sorted().map { ($0, 1e-5) }, search: "k")
    try decoder.activate("k")
    try decoder.startUtterance()
    try decoder.process([Int16](repeating: 0, count: 16_000))
    try decoder.endUtterance()
    #expect(words.allSatisfy(decoder.knows))
  }
}

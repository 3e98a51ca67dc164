import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Regular variants of pronunciations")
struct PronunciationRuleTests {
  @Test(
    "A rule derives a common variant of a pronunciation",
    arguments: [
      (PronunciationRule.lowBackMerger, "off", "AO F", "AA F"), (.lowBackMerger, "office", "AO F AH S", "AA F AH S"),
      (.weakForms, "of", "AH V", "AH"), (.weakForms, "for", "F AO R", "F ER"),
      (.flapping, "city", "S IH T IY", "S IH D IY"), (.flapping, "forty", "F AO R T IY", "F AO R D IY"),
      (.ntReduction, "twenty", "T W EH N T IY", "T W EH N IY"), (.ingReduction, "setting", "S EH T IH NG", "S EH T AH N"),
    ])
  func variant(rule: PronunciationRule, word: String, listed: String, variant: String) {
    #expect(rule.variant(of: word, phones: Self.phones(listed)) == Self.phones(variant))
  }

  @Test(
    "A rule does not change other words",
    arguments: [
      (PronunciationRule.lowBackMerger, "door", "D AO R"), (.weakForms, "lamp", "L AE M P"), (.flapping, "stop", "S T AA P"),
      (.flapping, "attack", "AH T AE K"), (.flapping, "thirteen", "TH ER T IY N"), (.ntReduction, "hotel", "HH OW T EH L"),
      (.ingReduction, "ring", "R IH NG"),
    ])
  func untouched(rule: PronunciationRule, word: String, listed: String) {
    #expect(rule.variant(of: word, phones: Self.phones(listed)) == nil)
  }

  @Test("Rules are applied in sequence with their costs, and never repeat a listed pronunciation")
  func combined() throws {
    let variants = PronunciationVariant.variants(of: "auditing", listed: [Self.phones("AO D IH T IH NG")])
    let both = try #require(variants.first { $0.phones == Self.phones("AA D IH D IH NG") })
    #expect(both.rules == ["low-back-merger", "flapping"])
    #expect(both.probability < 1)
    #expect(variants.count <= PronunciationVariant.maxPerWord)
    let listed = ["AO F", "AA F"].map(Self.phones)
    #expect(PronunciationVariant.variants(of: "off", listed: listed).isEmpty)
  }

  @Test("A word with a pronunciation from its author or owner has no variants")
  func writtenDown() throws {
    let dictionary = try PronunciationDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
    let folder = try TemporaryFolder()
    let own = try UserDictionary(path: folder.write("office AO F IH S\n", to: "own.dict"), phones: ["AO", "F", "IH", "S"])
    let lookup = PronunciationLookup(dictionary: dictionary, userDictionary: own)
    let found = try lookup.pronunciations(of: ["off", "office", "coffee"], hints: ["coffee": Self.phones("K AO F IY")])
    #expect(found.variants.keys.sorted() == ["off"])
    #expect(found.variants["off"]?.map(\.rules) == [["low-back-merger"]])
    #expect(found.lexicon.variantNames(of: "off").map(\.name) == ["off~1"])
  }

  private static func phones(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

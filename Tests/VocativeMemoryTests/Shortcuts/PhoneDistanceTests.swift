import PocketSphinx
import Testing
import VocativeUnderstanding

@Suite("Distances between the sounds of phrases")
struct PhoneDistanceTests {
  private func distance(_ left: String, _ right: String) throws -> Double? {
    let words = [left, right].map(SpokenText.words)
    let found = try SpokenDictionary.lookup().pronunciations(of: Set(words.joined()), hints: [:])
    return PhoneDistance(lexicon: found.lexicon).between(words[0], words[1])
  }

  @Test(
    "Phrases with the same phones have no distance, regardless of spelling",
    arguments: [("pay day", "payday"), ("two", "too"), ("write note", "right note"), ("", "")])
  func same(left: String, right: String) throws {
    #expect(try distance(left, right) == 0)
  }

  @Test(
    "Phrases that are easily confused sound alike",
    arguments: [
      ("coffee expense", "coffee expanse"), ("safe to spend", "save to spend"), ("lights on", "light on"),
      ("turn it on", "turn it off"), ("hello computer", "yellow commuter"), ("bedroom light", "bathroom light"),
      ("open the door", "open door"), ("grocery expense", "groceries expense"), ("call mom", "call tom"),
    ])
  func alike(left: String, right: String) throws {
    let distance = try #require(try distance(left, right))
    #expect(distance > 0 && distance <= PhoneDistance.soundsAlike)
  }

  @Test(
    "Phrases that differ in a word do not sound alike, however much else they share",
    arguments: [
      ("its show time", "rent is due"), ("how much is left for coffee", "how much is left for rent"),
      ("computer goal", "ring goal"), ("morning routine", "evening routine"), ("read my notes", "list my notes"),
      ("how much is left for rent", "how much is left for rent today"), ("going home", "coming home"),
      ("vacation goal", "education goal"),
    ])
  func different(left: String, right: String) throws {
    let distance = try #require(try distance(left, right))
    #expect(distance > PhoneDistance.soundsAlike)
    // The distance is symmetric, so the order of the phrases does not matter.
    let reversed = try #require(try self.distance(right, left))
    #expect(abs(distance - reversed) < 1e-9)
  }

  @Test("The closest pair of pronunciations determines the distance")
  func variants() {
    let lexicon = Lexicon(["read": [["R", "IY", "D"], ["R", "EH", "D"]], "red": [["R", "EH", "D"]], "nobody": [["N"]]])
    #expect(PhoneDistance(lexicon: lexicon).between(["read"], ["red"]) == 0)
    #expect(PhoneDistance(lexicon: lexicon).between(["red", "nobody"], ["read", "nobody"]) == 0)
  }

  @Test("A word without a pronunciation has no distance")
  func unknown() {
    let lexicon = Lexicon(["red": [["R", "EH", "D"]]])
    #expect(PhoneDistance(lexicon: lexicon).between(["xochitl"], ["red"]) == nil)
  }
}

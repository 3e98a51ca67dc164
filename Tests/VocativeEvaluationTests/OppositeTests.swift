import Testing
import VocativeEvaluation

@Suite("Opposites")
struct OppositeTests {
  @Test(
    "Two texts are opposite if they differ in exactly one word and the two are a pair",
    arguments: [
      ("on", "off", true), ("off", "on", true), ("on", "on", false), ("on", "open", false), ("open", "close", true),
      ("closed", "open", true), ("opened", "closed", true), ("lock", "unlock", true), ("unlocked", "locked", true),
      ("yes", "no", true), ("up", "down", true), ("start", "stop", true), ("fifteen", "fifty", true), ("15", "50", true),
      ("13", "30", true), ("14", "40", true), ("16", "60", true), ("17", "70", true), ("18", "80", true), ("19", "90", true),
      ("15", "60", false), ("115", "150", true), ("13.00", "30.00", true), ("twenty", "twelve", false), ("twenty", "two", false),
      ("TurnOn", "TurnOff", true), ("turn-on", "turn_off", true), ("front door", "back door", true),
      ("turn on the light", "turn off the light", true), ("turn on the light", "turn off the lamp", false),
      ("turn the light on", "turn off the light", false), ("kitchen", "bathroom", false), ("on", "on off", false),
      ("", "", false),
    ])
  func words(_ one: String, _ other: String, _ isOpposite: Bool) {
    #expect(OppositeWords.areOpposite(one, other) == isOpposite)
    #expect(OppositeWords.areOpposite(other, one) == isOpposite)
  }

  /// An expected and a recognized command.
  struct Case: Sendable {
    let title: String
    var expected = ("Switch", ["state": "on", "name": "lamp"])
    var transcript: String?
    var heard: (String, [String: String])
    var heardText = "turn off lamp"
    let isOpposite: Bool
  }

  private static let cases = [
    Case(title: "one value", heard: ("Switch", ["state": "off", "name": "lamp"]), isOpposite: true),
    Case(
      title: "a value that is not labelled", heard: ("Switch", ["state": "off", "name": "lamp", "room": "hall"]), isOpposite: true
    ),
    Case(title: "two values", heard: ("Switch", ["state": "off", "name": "fan"]), isOpposite: false),
    Case(title: "a value without an opposite", heard: ("Switch", ["state": "on", "name": "fan"]), isOpposite: false),
    Case(title: "a value that is missing", heard: ("Switch", ["name": "lamp"]), isOpposite: false),
    Case(title: "the expected command", heard: ("Switch", ["state": "on", "name": "lamp"]), isOpposite: false),
    Case(
      title: "the intent alone", expected: ("LampOn", ["room": "hall"]), heard: ("LampOff", ["room": "hall"]), heardText: "dark",
      isOpposite: true),
    Case(
      title: "the intent and a value", expected: ("LampOn", ["room": "hall"]), heard: ("LampOff", ["room": "attic"]),
      heardText: "dark", isOpposite: false),
    Case(
      title: "a word of the grammar's sentence", expected: ("Arrive", [:]), heard: ("Leave", [:]), heardText: "lock the door",
      isOpposite: true),
    Case(
      title: "a word of another command's sentence", expected: ("Sleep", [:]), heard: ("Leave", [:]), heardText: "lock the door",
      isOpposite: false),
    Case(
      title: "a word of the sentence that was said", expected: ("Sleep", [:]), transcript: "lower the blinds",
      heard: ("Wake", [:]),
      heardText: "raise the blinds", isOpposite: true),
  ]

  @Test("Commands are opposite if they differ in one value, the intent or one word of the sentence", arguments: cases)
  func commands(_ item: Case) {
    let opposite = OppositeCommand(ofIntent: item.expected.0, slots: item.expected.1, transcript: item.transcript) { words in
      words == ["unlock", "the", "door"] ? ("Arrive", [:]) : nil
    }
    #expect(
      opposite.isHeard(as: item.heard.0, slots: item.heard.1, text: item.heardText) == item.isOpposite, "\(item.title)")
  }
}

@Suite("Verdicts")
struct VerdictTests {
  typealias Verdict = UnderstandingEvaluation.Result.Verdict

  @Test(
    "A question is neither correct nor wrong, and a rejection never leads to a question",
    arguments: [
      (true, true, false, true, Verdict.correct), (true, true, false, false, .wrong), (true, false, false, false, .rejected),
      (true, true, true, true, .asked), (true, true, true, false, .asked), (true, false, true, true, .rejected),
      (false, false, false, false, .correct), (false, true, false, false, .wrong), (false, true, true, false, .asked),
    ])
  func verdicts(_ expectsCommand: Bool, _ isUnderstood: Bool, _ isAsked: Bool, _ isRight: Bool, _ verdict: Verdict) {
    #expect(
      Verdict(expectsCommand: expectsCommand, isUnderstood: isUnderstood, isAsked: isAsked, isRight: isRight) == verdict)
  }
}

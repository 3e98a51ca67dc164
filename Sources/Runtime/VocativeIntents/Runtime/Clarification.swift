public import VocativeUnderstanding

/// Requests among which the person must choose: two that sound alike, or those of several assistants with the same words.
public struct Clarification: Equatable, Sendable {
  /// One of the requests.
  public struct Choice: Equatable, Sendable {
    /// The distinguishing words of this request: "off" of "turn off the lights".
    public let label: String
    /// The full sentence.
    public let text: String
    /// The words that choose this request.
    let answers: [String]
    /// The request.
    public let request: IntentRequest
  }

  /// The requests, likelier first.
  public let choices: [Choice]
  /// The parameter with the ambiguous value; `sentence` if the requests differ in more than one value.
  public let parameter: String
  /// Whether the requests have the same words and are for different assistants.
  public let isAmongAssistants: Bool

  /// The question, such as "On or off?"; its answer continues with the selected request.
  public var question: IntentQuestion {
    let text = SpokenList.of(choices.map(\.label), limit: choices.count, joiner: "or")
    return IntentQuestion(
      request: choices[0].request, expectation: .clarification(self),
      dialog: text.withCapital + "?",
      hint: "")
  }

  /// Creates a clarification among requests to different assistants, of which there is at least one.
  init(amongAssistants choices: [Choice]) {
    self.choices = choices
    parameter = "assistant"
    isAmongAssistants = true
  }

  /// Creates a clarification of an interpretation; nil if its evidence is clear.
  ///
  /// - Parameter request: Creates a request from an intent and its values.
  public init?(_ interpretation: Interpretation, request: (_ intent: String, _ values: [String: String]) -> IntentRequest) {
    guard let rival = interpretation.rival else { return nil }
    let labels = Self.labels(interpretation.text, rival.text)
    choices = [
      Choice(
        label: labels.0, text: interpretation.text, answers: [labels.0, interpretation.text],
        request: request(interpretation.intent, interpretation.slots)),
      Choice(
        label: labels.1, text: rival.text, answers: [labels.1, rival.text], request: request(rival.intent, rival.slots)),
    ]
    isAmongAssistants = false
    let names = Set(interpretation.slots.keys).union(rival.slots.keys)
    let different = names.filter { interpretation.slots[$0] != rival.slots[$0] }
    parameter = interpretation.intent == rival.intent && different.count == 1 ? different.first ?? "sentence" : "sentence"
  }

  /// Returns the distinguishing words of two sentences; the full sentences if one has none.
  static func labels(_ one: String, _ other: String) -> (String, String) {
    let (first, second) = (one.split(separator: " "), other.split(separator: " "))
    let shortest = min(first.count, second.count)
    let start = (0..<shortest).first { first[$0] != second[$0] } ?? shortest
    let end = (0..<(shortest - start)).first { first[first.count - 1 - $0] != second[second.count - 1 - $0] } ?? shortest - start
    let labels = (first[start..<(first.count - end)], second[start..<(second.count - end)])
    guard !labels.0.isEmpty, !labels.1.isEmpty else { return (one, other) }
    return (labels.0.joined(separator: " "), labels.1.joined(separator: " "))
  }
}

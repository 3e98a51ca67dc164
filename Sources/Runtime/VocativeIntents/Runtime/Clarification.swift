public import VocativeUnderstanding

/// Two requests that sound alike, with the question to ask before either is performed.
public struct Clarification: Equatable, Sendable {
  /// One of the requests.
  public struct Choice: Equatable, Sendable {
    /// The distinguishing words of this request: "off" of "turn off the lights".
    public let label: String
    /// The full sentence.
    public let text: String
    /// The request.
    public let request: IntentRequest
  }

  /// The requests, likelier first.
  public let choices: [Choice]
  /// The parameter with the ambiguous value; `sentence` if the requests differ in more than one value.
  public let parameter: String

  /// The question, such as "On or off?"; its answer continues with the selected request.
  public var question: IntentQuestion {
    let text = choices.map(\.label).joined(separator: " or ")
    return IntentQuestion(
      request: choices[0].request, expectation: .clarification(self),
      dialog: text.prefix(1).uppercased() + text.dropFirst() + "?",
      hint: "")
  }

  /// Creates a clarification of an interpretation; nil if its evidence is clear.
  ///
  /// - Parameter request: Creates a request from an intent and its values.
  public init?(_ interpretation: Interpretation, request: (_ intent: String, _ values: [String: String]) -> IntentRequest) {
    guard let rival = interpretation.rival else { return nil }
    let labels = Self.labels(interpretation.text, rival.text)
    choices = [
      Choice(label: labels.0, text: interpretation.text, request: request(interpretation.intent, interpretation.slots)),
      Choice(label: labels.1, text: rival.text, request: request(rival.intent, rival.slots)),
    ]
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

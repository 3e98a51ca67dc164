public import VocativeUnderstanding

/// Two requests that sound alike, one of which was said: what to ask before either is acted on.
public struct Clarification: Equatable, Sendable {
  /// One of the requests.
  public struct Choice: Equatable, Sendable {
    /// The words that only this request has: "off" of "turn off the lights".
    public let label: String
    /// The whole sentence.
    public let text: String
    /// The request.
    public let request: IntentRequest
  }

  /// The requests, the more likely one first.
  public let choices: [Choice]
  /// The parameter whose value is in question; `sentence` if the requests differ in more than one value.
  public let parameter: String

  /// The question, such as "On or off?"; its answer goes on with the request that was meant.
  public var question: IntentQuestion {
    let text = choices.map(\.label).joined(separator: " or ")
    return IntentQuestion(
      request: choices[0].request, expectation: .clarification(self),
      dialog: text.prefix(1).uppercased() + text.dropFirst() + "?",
      hint: "")
  }

  /// What is to be asked about an interpretation; nil if the evidence for it is clear.
  ///
  /// - Parameter request: Makes a request of an intent and its values.
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

  /// What two sentences do not share; the whole sentences if one has nothing that the other lacks.
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

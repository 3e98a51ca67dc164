/// A question to a person that must be answered before a request can continue.
public struct IntentQuestion: Equatable, Sendable {
  /// The kinds of answers.
  public enum Expectation: Equatable, Sendable {
    /// Any value of a parameter.
    case value(parameter: String)
    /// One of some values of a parameter.
    case choice(parameter: String, among: [SpokenValue])
    /// One of two requests that sound alike.
    case clarification(Clarification)
    /// Yes or no to a value of a parameter.
    case valueConfirmation(parameter: String, value: String)
    /// Yes or no to the whole request.
    case confirmation
    /// The passphrase.
    case passphrase
  }

  /// The request so far.
  public let request: IntentRequest
  /// The expected kind of answer.
  public let expectation: Expectation
  /// The question to ask.
  public let dialog: String
  /// The hint to add if the answer is not understood; may be empty.
  public let hint: String
  /// The parameters that the answer may fill instead of the one of a value.
  var alternatives: [String] = []

  /// The parameter that the answer fills; otherwise `confirmation`, `passphrase` or `sentence`.
  public var parameter: String {
    switch expectation {
    case .value(let parameter), .choice(let parameter, _), .valueConfirmation(let parameter, _): parameter
    case .clarification(let clarification): clarification.parameter
    case .confirmation: "confirmation"
    case .passphrase: "passphrase"
    }
  }
}

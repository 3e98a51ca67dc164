/// What a person is asked before a request can go on.
public struct IntentQuestion: Equatable, Sendable {
  /// What kind of answer is expected.
  public enum Expectation: Equatable, Sendable {
    /// Any value of a parameter.
    case value(parameter: String)
    /// One of some values of a parameter.
    case choice(parameter: String, among: [SpokenValue])
    /// One of two requests that sound alike.
    case clarification(Clarification)
    /// Yes or no to a value of a parameter.
    case valueConfirmation(parameter: String, value: String)
    /// Yes or no to the whole.
    case confirmation
    /// The passphrase.
    case passphrase
  }

  /// The request as far as it has come.
  public let request: IntentRequest
  /// What kind of answer is expected.
  public let expectation: Expectation
  /// What to ask.
  public let dialog: String
  /// What to add when the answer was not understood; may be empty.
  public let hint: String

  /// The parameter the answer is for; `confirmation`, `passphrase` or `sentence` if it is for none.
  public var parameter: String {
    switch expectation {
    case .value(let parameter), .choice(let parameter, _), .valueConfirmation(let parameter, _): parameter
    case .clarification(let clarification): clarification.parameter
    case .confirmation: "confirmation"
    case .passphrase: "passphrase"
    }
  }
}

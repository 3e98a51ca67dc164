/// A request that is delegated to another program, such as a skill on a broker.
public struct DelegatedRequest: Equatable, Sendable {
  /// The name of the intent.
  public let intent: String
  /// The title of the intent.
  public let title: String
  /// The identifiers of the parameter values by name.
  public let values: [String: String]
  /// The source of the request.
  public let source: IntentSource
  /// The conversation of the request.
  public let session: String
  /// The time limit for an answer.
  public let timeLimit: Duration

  /// Creates a delegated request.
  public init(
    intent: String, title: String, values: [String: String], source: IntentSource, session: String, timeLimit: Duration
  ) {
    (self.intent, self.title, self.values, self.source) = (intent, title, values, source)
    (self.session, self.timeLimit) = (session, timeLimit)
  }
}

/// An utterance that was not understood while another program expected a request.
public struct DelegatedRejection: Equatable, Sendable {
  /// The closest words; nil if unknown.
  public let text: String?
  /// The conversation of the utterance.
  public let session: String
  /// The time limit for an answer.
  public let timeLimit: Duration

  /// Creates a rejected utterance.
  public init(text: String?, session: String, timeLimit: Duration) {
    (self.text, self.session, self.timeLimit) = (text, session, timeLimit)
  }
}

/// The answer to a delegated request.
public enum DelegatedAnswer: Equatable, Sendable {
  /// The request is complete; the dialog to say, or nil for none.
  case ended(dialog: String?)
  /// The conversation continues; the dialog to say and the expected follow-up.
  case continued(dialog: String?, expecting: FollowUp)
  /// No answer arrived in time.
  case unanswered
  /// The other program could not be reached.
  case unreachable
}

/// Passes requests to another program.
public protocol RequestDelegate: Sendable {
  /// Returns the answer to a request within its time limit.
  func answer(_ request: DelegatedRequest) async -> DelegatedAnswer

  /// Returns the answer to an utterance that was not understood; `unanswered` if the assistant should respond itself.
  func answer(_ rejection: DelegatedRejection) async -> DelegatedAnswer
}

extension RequestDelegate {
  /// Leaves the response to the assistant.
  public func answer(_ rejection: DelegatedRejection) async -> DelegatedAnswer { .unanswered }
}

extension IntentResponse {
  /// Creates the response for an answer; `response` is the dialog of the file, for an answer without a dialog.
  package init(_ answer: DelegatedAnswer, response: String?) {
    switch answer {
    case .ended(let dialog): self = .success(dialog ?? response ?? "")
    case .continued(let dialog, let followUp): self.init(code: .success, dialog: dialog ?? "", followUp: followUp)
    case .unanswered: self = .failure("I didn't get an answer.")
    case .unreachable: self = .failure("I can't reach anything that could do that.")
    }
  }
}

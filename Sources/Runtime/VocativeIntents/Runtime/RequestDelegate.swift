/// A request that is left to somebody outside of this program, such as a skill on a broker.
public struct DelegatedRequest: Equatable, Sendable {
  /// The intent's name.
  public let intent: String
  /// What people call it.
  public let title: String
  /// Identifiers of the parameters' values by name.
  public let values: [String: String]
  /// Who asked.
  public let source: IntentSource
  /// The conversation it belongs to.
  public let session: String
  /// How long an answer is waited for.
  public let timeLimit: Duration

  /// A request that is left to somebody else.
  public init(
    intent: String, title: String, values: [String: String], source: IntentSource, session: String, timeLimit: Duration
  ) {
    (self.intent, self.title, self.values, self.source) = (intent, title, values, source)
    (self.session, self.timeLimit) = (session, timeLimit)
  }
}

/// Something that was said and not understood where somebody outside of this program expected a request.
public struct DelegatedRejection: Equatable, Sendable {
  /// The words that come nearest; nil where nobody knows any.
  public let text: String?
  /// The conversation it belongs to.
  public let session: String
  /// How long an answer is waited for.
  public let timeLimit: Duration

  /// Something that was not understood.
  public init(text: String?, session: String, timeLimit: Duration) {
    (self.text, self.session, self.timeLimit) = (text, session, timeLimit)
  }
}

/// What came of a request that was left to somebody else.
public enum DelegatedAnswer: Equatable, Sendable {
  /// It was done; what is to be said, nil for nothing.
  case ended(dialog: String?)
  /// Something is to be said, and more is expected of the person.
  case continued(dialog: String?, expecting: FollowUp)
  /// Nobody has answered in time.
  case unanswered
  /// Nobody could be asked.
  case unreachable
}

/// Has requests answered by somebody outside of this program.
public protocol RequestDelegate: Sendable {
  /// Asks, and waits for an answer for as long as the request says.
  func answer(_ request: DelegatedRequest) async -> DelegatedAnswer

  /// Says what comes of something that was not understood; unanswered where the assistant is to say that itself.
  func answer(_ rejection: DelegatedRejection) async -> DelegatedAnswer
}

extension RequestDelegate {
  /// Leaves it to the assistant.
  public func answer(_ rejection: DelegatedRejection) async -> DelegatedAnswer { .unanswered }
}

extension IntentResponse {
  /// What is said about an answer; `response` is the file's own words, for an answer without any.
  package init(_ answer: DelegatedAnswer, response: String?) {
    switch answer {
    case .ended(let dialog): self = .success(dialog ?? response ?? "")
    case .continued(let dialog, let followUp): self.init(code: .success, dialog: dialog ?? "", followUp: followUp)
    case .unanswered: self = .failure("Nobody has answered.")
    case .unreachable: self = .failure("I cannot reach anybody who could do that.")
    }
  }
}

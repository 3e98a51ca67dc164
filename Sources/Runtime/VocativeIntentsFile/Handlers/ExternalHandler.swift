package import Logging
package import VocativeIntents

/// What performs an intent of an intents file outside of this program.
///
/// Neither kind ever goes through a shell: what somebody said can change an argument or a body, and never what is run.
package enum ExternalHandler: Equatable, Sendable {
  /// A program.
  case command(CommandHandler)
  /// A request to a web server.
  case http(HTTPHandler)

  /// How long it may take, with what it takes to end it after that.
  var timeLimit: Duration {
    let limit =
      switch self {
      case .command(let command): command.timeLimit
      case .http(let http): http.timeLimit
      }
    return limit + .seconds(5)
  }

  /// Handles a request and says how it went; what went wrong is logged under the intent's name.
  ///
  /// Cancelling the task ends the program or the request.
  package func handle(_ request: HandlerRequest, logger: Logger) async -> HandlerResult {
    let ending =
      switch self {
      case .command(let command): await command.run(request)
      case .http(let http): await http.send(request)
      }
    return ending.result(for: request, logger: logger)
  }
}

/// What came of a handler: what to say, and what it knows beyond that.
package struct HandlerResult: Equatable, Sendable {
  /// How it went and what to say.
  package let response: IntentResponse
  /// What the handler returned by name, for the intent's `response`.
  package let values: [String: String]

  /// What came of a handler.
  package init(response: IntentResponse, values: [String: String]) {
    self.response = response
    self.values = values
  }
}

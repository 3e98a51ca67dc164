package import JSONValues
package import Logging
package import VocativeIntents

/// A handler outside of this program for an intent of an intents file.
///
/// No handler uses a shell. Spoken words can change an argument or a body, but never the program or the host.
package enum ExternalHandler: Equatable, Sendable {
  /// A program.
  case command(CommandHandler)
  /// A request to a web server.
  case http(HTTPHandler)
  /// Home Assistant.
  case homeAssistant(HomeAssistantHandler)

  /// The time limit, including the time to terminate the handler after that.
  var timeLimit: Duration {
    let limit =
      switch self {
      case .command(let command): command.timeLimit
      case .http(let http): http.timeLimit
      case .homeAssistant(let homeAssistant): homeAssistant.timeLimit
      }
    return limit + .seconds(5)
  }

  /// Handles a request and returns the result; faults are logged under the intent's name.
  ///
  /// Cancelling the task terminates the program or the request.
  package func handle(_ request: HandlerRequest, logger: Logger) async -> HandlerResult {
    let ending =
      switch self {
      case .command(let command): await command.run(request)
      case .http(let http): await http.send(request)
      case .homeAssistant(let homeAssistant): await homeAssistant.perform(request)
      }
    return ending.result(for: request, logger: logger)
  }
}

/// The result of an external handler.
package struct HandlerResult: Equatable, Sendable {
  /// The response.
  package let response: IntentResponse
  /// The returned values by name, for the intent's `response`.
  package let values: [String: String]
  /// The returned lists and objects by name, for sections of the intent's `response`.
  package let structures: [String: JSONValue]
  /// The question instead of the response; nil if there is none.
  package let question: HandlerQuestion?

  /// Creates a result.
  package init(
    response: IntentResponse, values: [String: String], structures: [String: JSONValue] = [:], question: HandlerQuestion? = nil
  ) {
    self.response = response
    self.values = values
    self.structures = structures
    self.question = question
  }
}

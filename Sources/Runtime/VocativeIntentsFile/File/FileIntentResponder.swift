import Logging
import VocativeIntents

/// Performs an intent of an intents file and says what its author wrote, or what its handler answers.
struct FileIntentResponder: Sendable {
  let intent: IntentsFileContents.Intent

  /// What to ask before the intent is performed; empty to go ahead.
  func confirmation(of shown: [String: String]) -> String { intent.confirmation?.rendered(with: shown) ?? "" }

  /// The response to a request.
  ///
  /// - Parameters:
  ///   - values: Identifiers of the parameters' values by name, for the handler.
  ///   - shown: What the values are called, for the response.
  ///   - context: Where the request comes from; nil outside of one.
  func respond(
    values: [String: String], shown: [String: String], context: IntentContext?, logger: Logger
  ) async -> IntentResponse {
    if let limit = intent.delegationLimit {
      let answer = await delegated(values, limit: limit, context: context, logger: context?.logger ?? logger)
      return IntentResponse(answer, response: intent.response?.rendered(with: shown))
    }
    guard let handler = intent.handler else { return .success(intent.response?.rendered(with: shown) ?? "") }
    let request = HandlerRequest(
      intent: intent.name, title: intent.title, slots: values, isPrivate: intent.requiresAuthentication,
      context: .init(
        source: context?.source ?? .api, session: context?.session ?? "", assistant: context?.assistant ?? "",
        room: context?.room))
    let result = await handler.handle(request, logger: context?.logger ?? logger)
    // What went wrong is the handler's to say; the file's response is for what was done.
    guard let template = intent.response, result.response.code == .success else { return result.response }
    let dialog = template.rendered(with: shown.merging(result.values) { _, returned in returned })
    return .success(dialog, card: result.response.card)
  }

  private func delegated(
    _ values: [String: String], limit: Duration, context: IntentContext?, logger: Logger
  ) async -> DelegatedAnswer {
    guard let delegate = context?.delegate else {
      logger.error("\(intent.name) is left to Hermes skills, and there is no broker to reach them by; set mqtt-uri of vocatived")
      return .unreachable
    }
    return await delegate.answer(
      DelegatedRequest(
        intent: intent.name, title: intent.title, values: values, source: context?.source ?? .api,
        session: context?.session ?? "", timeLimit: limit))
  }
}

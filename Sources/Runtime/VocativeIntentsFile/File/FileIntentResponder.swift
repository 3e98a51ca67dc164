import Logging
import VocativeIntents
import VocativeUnderstanding

/// Performs an intent of an intents file and returns the file's response or the answer of its handler.
struct FileIntentResponder: Sendable {
  let intent: IntentsFileContents.Intent
  /// The type of the activity to which the answer leads; nil for none.
  let activityType: ActivityType?
  /// Returns the value that a handler returns by its identifier, with its name in dialogs; nil if there is no such value.
  let returned: @Sendable (_ identifier: String) async -> SpokenValue?

  /// The result of a request.
  enum Result {
    /// The response.
    case responds(IntentResponse)
    /// The handler asks for a value, and is called again with it.
    case asks(HandlerQuestion)
  }

  /// The question to ask before the intent is performed; empty if there is none.
  func confirmation(of filled: [String: SpokenValue]) -> String { intent.confirmation?.rendered(with: shown(filled)) ?? "" }

  /// The values as dialogs and cards name them: a day as it is called today.
  private func shown(_ filled: [String: SpokenValue]) -> [String: String] {
    var shown = filled.mapValues(\.dialogName)
    for parameter in intent.parameters where parameter.type == .day {
      let days = ValueList.values(of: filled[parameter.name]?.identifier ?? "").compactMap { CalendarDay(written: $0)?.spoken }
      guard !days.isEmpty else { continue }
      shown[parameter.name] = SpokenList.of(days, limit: days.count)
    }
    return shown
  }

  /// Returns the response to a request, or the question of its handler.
  ///
  /// - Parameters:
  ///   - filled: The values by the names of their parameters.
  ///   - values: The same values one by one.
  ///   - context: The origin of the request; nil outside of a request.
  func respond(
    with filled: [String: SpokenValue], values: [SpokenValue], context: IntentContext?, logger: Logger
  ) async -> Result {
    let result = await answer(with: filled, values: values, context: context, logger: logger)
    guard case .responds(let response) = result else { return result }
    return .responds(
      leading(response, values: filled.mapValues(\.identifier), shown: filled.mapValues(\.dialogName)))
  }

  /// Returns a response that leads to the activity of the intent.
  private func leading(
    _ response: IntentResponse, values: [String: String], shown: [String: String]
  ) -> IntentResponse {
    guard response.code == .success, let use = intent.activity, let activityType else {
      return response
    }
    let code: IntentResponse.Code =
      switch use.time {
      case .now: .continueInApp
      case .ask: .failureRequiringAppLaunch
      case .later: .success
      }
    return response.leading(to: Activity(activityType, title: use.title.rendered(with: shown), state: values), as: code)
  }

  private func answer(
    with filled: [String: SpokenValue], values: [SpokenValue], context: IntentContext?, logger: Logger
  ) async -> Result {
    // Handlers receive the identifiers of the values and their full names, and responses their names in dialogs.
    let (slots, shown) = (filled.mapValues(\.identifier), shown(filled))
    if let limit = intent.delegationLimit {
      let answer = await delegated(slots, limit: limit, context: context, logger: context?.logger ?? logger)
      return .responds(
        carded(
          IntentResponse(answer, response: intent.response?.rendered(with: shown)), with: shown, context: context, logger: logger)
      )
    }
    guard let handler = intent.handler else {
      let response = IntentResponse.success(intent.response?.rendered(with: shown) ?? "")
      return .responds(carded(response, with: shown, context: context, logger: logger))
    }
    var request = HandlerRequest(
      intent: intent.name, title: intent.title, slots: slots, isPrivate: context?.isPrivate ?? intent.requiresAuthentication,
      context: .init(
        source: context?.source ?? .api, session: context?.session ?? "", assistant: context?.assistant ?? "",
        room: context?.room))
    request.sentence = context?.sentence
    (request.shown, request.values) = (filled.mapValues(\.dialogName), values)
    let result = await handler.handle(request, logger: context?.logger ?? logger)
    if let question = result.question { return .asks(question) }
    var response = result.response
    guard response.code == .success else { return .responds(response) }
    let texts = shown.merging(result.values) { _, returned in returned }
    let named = (texts as [String: Any]).merging(
      result.structures.map { ($0, $1.rendering(as: texts[$0])) }, uniquingKeysWith: { _, structure in structure })
    // The handler describes failures; the file's response describes success.
    if let template = intent.response { response = .success(template.rendered(with: named), card: response.card) }
    response = carded(response, with: named, context: context, logger: logger)
    guard intent.returns != nil, let value = result.values["value"] else { return .responds(response) }
    let known = await returned(value)
    return .responds(response.returning(known ?? SpokenValue(identifier: value, display: value, names: [value])))
  }

  /// Returns a successful response with the card of the file, unless it has one already.
  private func carded(
    _ response: IntentResponse, with values: [String: Any], context: IntentContext?, logger: Logger
  ) -> IntentResponse {
    guard response.code == .success, response.card == nil, let card = intent.card else { return response }
    return response.showing(
      card.rendered(with: values) { reason in (context?.logger ?? logger).warning("\(intent.name): \(reason)") })
  }

  private func delegated(
    _ values: [String: String], limit: Duration, context: IntentContext?, logger: Logger
  ) async -> DelegatedAnswer {
    guard let delegate = context?.delegate else {
      logger.error("\(intent.name) needs Hermes skills, but there is no broker; set \"mqtt-uri\" of vocatived")
      return .unreachable
    }
    return await delegate.answer(
      DelegatedRequest(
        intent: intent.name, title: intent.title, values: values, source: context?.source ?? .api,
        session: context?.session ?? "", timeLimit: limit))
  }
}

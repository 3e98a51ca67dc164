import Logging

extension IntentRuntime {
  /// Continues an activity as the assistant declares for its type.
  ///
  /// Never throws: an error is logged and becomes a spoken failure.
  ///
  /// - Parameter assistant: The name of the assistant of the activity; nil for the only one.
  public func continueActivity(_ activity: Activity, of assistant: String? = nil) async -> IntentResponse {
    await continueActivity(activity, of: assistant ?? assistants.first?.name ?? "", isPrivate: false, session: "")
  }

  func continueActivity(
    _ activity: Activity, of name: String, isPrivate: Bool, session: String
  ) async -> IntentResponse {
    let type = activity.type.identifier
    guard let continuation = (member(named: name) ?? assistants.first)?.activities[type] else {
      logger.error("there is no continuation for activities of the type \"\(type)\"")
      return .failure("I don't know how to continue with that.")
    }
    let surroundings = ActivityContinuation.Surroundings(
      assistant: name, session: session, isPrivate: isPrivate, limits: limits, clock: clock, logger: logger)
    let response = await withTimeLimit(limits.handler, clock: clock) {
      [dependencies = dependencies(of: name)] () -> IntentResponse in
      await Dependencies.$current.withValue(dependencies) { await continuation.run(activity, surroundings) }
    }
    return response ?? .failure("\(activity.title) took too long.")
  }
}

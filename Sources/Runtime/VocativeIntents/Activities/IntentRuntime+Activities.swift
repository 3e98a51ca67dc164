import Logging

extension IntentRuntime {
  /// Continues an activity as the assistant declares for its type.
  ///
  /// Never throws: an error is logged and becomes a spoken failure.
  public func continueActivity(_ activity: Activity) async -> IntentResponse {
    await continueActivity(activity, isPrivate: false, session: "")
  }

  func continueActivity(_ activity: Activity, isPrivate: Bool, session: String) async -> IntentResponse {
    let type = activity.type.identifier
    guard let continuation = assistant.activities[type] else {
      logger.error("there is no continuation for activities of the type \"\(type)\"")
      return .failure("I don't know how to continue with that.")
    }
    let surroundings = ActivityContinuation.Surroundings(
      assistant: assistant.name, session: session, isPrivate: isPrivate, limits: limits, clock: clock, logger: logger)
    let response = await withTimeLimit(limits.handler, clock: clock) { [dependencies] () -> IntentResponse in
      await Dependencies.$current.withValue(dependencies) { await continuation.run(activity, surroundings) }
    }
    return response ?? .failure("\(activity.title) took too long.")
  }
}

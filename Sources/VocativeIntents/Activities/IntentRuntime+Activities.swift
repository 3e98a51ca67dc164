import Logging

extension IntentRuntime {
  /// Continues an activity the way the assistant has declared for its type.
  ///
  /// Never throws: what the continuation throws is logged and becomes a failure with something to say.
  public func continueActivity(_ activity: Activity) async -> IntentResponse {
    guard let continuation = assistant.activities[activity.type] else {
      logger.error("nobody continues activities of the type \"\(activity.type.identifier)\"")
      return .failure("I do not know how to go on with that.")
    }
    let title = activity.title
    let response = await withTimeLimit(limits.handler, clock: clock) { [dependencies, logger] in
      await Dependencies.$current.withValue(dependencies) {
        do {
          return try await continuation.continuation(activity)
        } catch {
          logger.error("\(activity.type.identifier) could not be continued: \(error)")
          return IntentResponse.failure("Something went wrong with \(title).")
        }
      }
    }
    return response ?? .failure("\(title) took too long.")
  }
}

import Logging

extension IntentRuntime {
  /// Continues an activity as the assistant declares for its type, unless a private request leads to it, or only requests whose
  /// features are off.
  ///
  /// Never throws: an error is logged and becomes a spoken failure.
  ///
  /// - Parameter assistant: The name of the assistant of the activity; nil for the only one.
  public func continueActivity(_ activity: Activity, of assistant: String? = nil) async -> IntentResponse {
    let name = assistant ?? assistants.first?.name ?? ""
    guard !isPrivate(activity.type, of: name) else { return .failure("That's private. Ask for it instead.") }
    if let reason = await unavailability(of: activity.type, of: name) { return .failure(reason) }
    return await continueActivity(activity, of: name, isPrivate: false, session: "")
  }

  /// Returns whether a private request of an assistant leads to activities of a type.
  ///
  /// Such an activity is not remembered. It is known if the request was not private before, or if another program made it up.
  package func isPrivate(_ type: ActivityType, of name: String) -> Bool {
    intents(leadingTo: type, of: name).contains(where: \.isPrivate)
  }

  /// Returns why no request that leads to activities of a type is available; nil if one is, or if there is none.
  package func unavailability(of type: ActivityType, of name: String) async -> String? {
    var reason: String?
    for intent in intents(leadingTo: type, of: name) {
      switch await intent.membership.availability(in: surroundings(of: intent.assistant)) {
      case .available, .asks: return nil
      case .unavailable(let next): reason = reason ?? next
      }
    }
    return reason
  }

  /// Returns an activity of an assistant with its present title, because its subject may have been renamed.
  package func titled(_ activity: Activity, of name: String) async -> Activity {
    guard let continuation = owner(ofActivitiesOf: name)?.activities[activity.type.identifier] else { return activity }
    // A title that cannot be read now stays.
    let title = try? await Dependencies.$current.withValue(dependencies(of: name)) { try await continuation.title(activity) }
    return title.map { Activity(activity.type, title: $0, state: activity.state) } ?? activity
  }

  private func intents(leadingTo type: ActivityType, of name: String) -> [IntentDefinition] {
    let owner = owner(ofActivitiesOf: name)?.name
    return assistant.intents.filter { intent in
      intent.assistant == owner && intent.activityTypes.contains { $0.identifier == type.identifier }
    }
  }

  private func owner(ofActivitiesOf name: String) -> Assistant? { member(named: name) ?? assistants.first }

  /// Continues the activity of a request that may be performed.
  package func continueActivity(
    _ activity: Activity, of name: String, isPrivate: Bool, session: String
  ) async -> IntentResponse {
    let type = activity.type.identifier
    guard let continuation = owner(ofActivitiesOf: name)?.activities[type] else {
      logger.error("there is no continuation for activities of the type \"\(type)\"")
      return .failure("I don't know how to continue with that.")
    }
    let surroundings = ActivityContinuation.Surroundings(
      assistant: name, session: session, isPrivate: isPrivate, limits: limits, clock: clock, logger: logger)
    let response = await withTimeLimit(limits.handler, clock: clock) {
      [dependencies = dependencies(of: name)] () -> IntentResponse in
      await Dependencies.$current.withValue(dependencies) { await continuation.run(activity, surroundings) }
    }
    return response ?? .late
  }
}

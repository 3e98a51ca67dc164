import Logging

/// Performs an intent: notifies the observers, reports progress, and continues the activity of the response.
struct IntentPerformance: Sendable {
  let runtime: IntentRuntime
  let intent: IntentDefinition
  let handling: any IntentHandling
  let request: IntentRequest
  let said: [SaidParameter]

  /// Performs the intent, and asks and reports through `work`.
  func run(in work: PausablePerformance<Interaction, IntentOutcome.Answer>) async -> Interaction {
    let dispatch = dispatch
    let (updates, continuation) = AsyncStream.makeStream(of: IntentProgress.self)
    let context = runtime.context(of: request, for: intent, progress: continuation) { try await work.ask($0) }
    context.logger.debug("begins\(dispatch.isPrivate ? "" : ": \(dispatch.title)")")
    for observer in runtime.observers { await observer.didBegin(dispatch) }
    let ((response, reason), duration) = await measured(on: runtime.clock) {
      await perform(context: context, pause: work.pause, updates: updates, continuation: continuation) { update, isSilent in
        let interaction = Interaction(dispatch: dispatch, response: update, duration: .zero)
        await work.report(IntentOutcome.Answer(interaction, isSilent: isSilent))
      }
    }
    context.logger.debug(
      "ends after \(duration) with \(response.code.rawValue)\(dispatch.isPrivate ? "" : ": \(response.dialog)")")
    let associated = response.code == .success ? await associatedShortcuts(context) : []
    let interaction = Interaction(
      dispatch: dispatch, response: response, duration: duration, associatedShortcuts: associated,
      donationGroup: response.code.isPerformed ? runtime.donationGroup(of: handling, for: intent) : nil,
      reason: reason == .declined ? work.cancellation : reason)
    for observer in runtime.observers { await observer.didComplete(interaction) }
    return interaction
  }

  private var dispatch: Dispatch {
    var dispatch = Dispatch(
      assistant: intent.assistant, intent: intent.name,
      title: intent.title(with: said.map { ($0.name, $0.dialogName) }),
      values: request.values, parameters: said.map(\.parameter), topic: runtime.assistant.topic(of: intent),
      source: request.source, session: request.session,
      date: runtime.dependencies.clock.now(), isPrivate: intent.isPrivate || request.isPrivate,
      isEligibleForPrediction: intent.isEligibleForPrediction, suggestedInvocationPhrase: intent.suggestedInvocationPhrase)
    if request.lastingValues != request.values {
      dispatch.lastingShortcut = Shortcut(
        intent: intent.name, values: request.lastingValues, title: intent.title(with: said.map { ($0.name, $0.lastingName) }),
        suggestedInvocationPhrase: intent.suggestedInvocationPhrase)
    }
    return dispatch
  }

  private func perform(
    context: IntentContext, pause: TimeLimitPause, updates: AsyncStream<IntentProgress>,
    continuation: AsyncStream<IntentProgress>.Continuation,
    report: @escaping @Sendable (_ response: IntentResponse, _ isSilent: Bool) async -> Void
  ) async -> (IntentResponse, EndReason?) {
    async let reported: Void = {
      var (dialog, card) = ("", ResponseCard?.none)
      for await update in updates {
        (dialog, card) = (update.dialog ?? dialog, update.card ?? card)
        await report(.inProgress(dialog, card: card), update.dialog == nil)
      }
    }()
    let impatience = pause.begin { [clock = runtime.clock, patience = runtime.limits.patience] in
      Task {
        guard let patience, (try? await clock.sleep(for: patience)) != nil else { return }
        continuation.yield(IntentProgress(dialog: "One moment."))
      }
    }
    let result = await runtime.limited(intent, context: context, pause: pause) { [handling] in try await handling.perform() }
    pause.end(impatience)
    let response: IntentResponse
    var reason: EndReason?
    switch result {
    case .success(let performed): response = runtime.bound(await continued(performed, context), of: intent, context)
    case .failure(let failure): (response, reason) = (failure.response, failure.reason)
    }
    continuation.finish()
    await reported
    return (response, reason)
  }

  /// An intent that responds with `continueInApp` is complete after its activity is continued, and one that only the app can perform
  /// after the person was asked about that.
  private func continued(_ response: IntentResponse, _ context: IntentContext) async -> IntentResponse {
    guard let activity = response.activity else { return response }
    guard intent.activityTypes.contains(activity.type) else {
      runtime.logger.error(
        "\(intent.name) responded with an activity of the type \"\(activity.type.identifier)\", which is not among its activityTypes"
      )
      return .broken
    }
    switch response.code {
    case .continueInApp: return await opened(activity, of: response)
    case .failureRequiringAppLaunch:
      let question = PerformanceQuestion(
        parameter: nil, .confirmation,
        dialog: [response.dialog, "Should I open it?"].filter { !$0.isEmpty }.joined(separator: " "))
      guard let ask = context.ask, let answer = try? await ask(question), answer == .agreed(true) else {
        return .failureRequiringAppLaunch("All right.", activity: activity)
      }
      return await opened(activity, of: response.leading(to: activity, as: .continueInApp, saying: ""))
    case .ready, .inProgress, .success, .failure: return response
    }
  }

  private func opened(_ activity: Activity, of response: IntentResponse) async -> IntentResponse {
    let continuation = await runtime.continueActivity(
      activity, of: intent.assistant, isPrivate: intent.isPrivate || request.isPrivate, session: request.session)
    guard continuation.code == .success else { return continuation }
    var dialogs = [response.dialog, continuation.dialog].filter { !$0.isEmpty }
    if dialogs.isEmpty { dialogs = ["Here is \(activity.title)."] }
    let opened = response.leading(to: activity, as: .continueInApp, saying: dialogs.joined(separator: " "))
    return continuation.card.map { opened.showing($0) } ?? opened
  }

  private func associatedShortcuts(_ context: IntentContext) async -> [Shortcut] {
    let handling = handling
    guard
      case .success(let shortcuts) = await runtime.limited(intent, context: context, { try await handling.associatedShortcuts() })
    else {
      return []
    }
    return shortcuts
  }
}

/// Measures a duration on a clock whose type is not known statically.
private func measured<Value, Measuring: Clock<Duration>>(
  on clock: Measuring, _ work: () async -> Value
) async -> (Value, Duration) {
  let start = clock.now
  let value = await work()
  return (value, start.duration(to: clock.now))
}

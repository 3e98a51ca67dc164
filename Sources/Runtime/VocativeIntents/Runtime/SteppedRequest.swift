/// A request that another program resolves, confirms and performs step by step.
package final class SteppedRequest: Sendable {
  /// The intent.
  package let intent: IntentDefinition
  private let runtime: IntentRuntime
  private let handling: any IntentHandling
  private let request: IntentRequest
  private let work = PausablePerformance<Result<Performed, Ending>, IntentProgress>()

  /// Begins a request; nil if the assistant has no intent of its name.
  package init?(_ request: IntentRequest, of runtime: IntentRuntime) {
    guard let intent = runtime.assistant.intent(named: request.intent) else { return nil }
    (self.intent, self.runtime, self.request) = (intent, runtime, request)
    handling = intent.makeHandling()
  }

  /// A response that ends the request instead of a result.
  package struct Ending: Error {
    /// The response.
    package let response: IntentResponse

    /// Ends the request with a response.
    package init(response: IntentResponse) { self.response = response }
  }

  /// Resolves a parameter and fills it if there is a value; `identifier` is nil if no value was said.
  package func resolve(
    _ parameter: String, identifier: String?
  ) async throws(Ending) -> Resolution<SpokenValue> {
    try await step { [handling] in try await handling.resolve(parameter, identifier: identifier) }
  }

  /// Decides whether to perform the request.
  package func confirm() async throws(Ending) -> IntentResponse {
    try await step { [handling] in try await handling.confirm() }
  }

  /// The end of a request that was performed.
  package struct Performed: Sendable {
    /// The response.
    package let response: IntentResponse
    /// The requests that may deserve a phrase after it.
    package let shortcuts: [Shortcut]
    /// The group of its donations; nil for none.
    package let donationGroup: String?
  }

  /// The next step of a request that is performed.
  package enum Next: Sendable {
    /// The person must answer; a question that is dropped cancels the request.
    case asks(OpenPerformanceQuestion)
    /// The request was performed.
    case performed(Performed)
  }

  /// Performs the request until it asks or ends.
  ///
  /// - Parameter report: Called with reported progress.
  package func perform(report: @escaping @Sendable (IntentProgress) async -> Void) async throws(Ending) -> Next {
    work.start { [self] in await performed() }
    return try await next(report: report)
  }

  /// Continues a request that was performed until it asked.
  ///
  /// - Parameter report: Called with reported progress.
  package func next(report: @escaping @Sendable (IntentProgress) async -> Void) async throws(Ending) -> Next {
    switch await work.next(report: report) {
    case .asks(let question): return .asks(question)
    case .ended(let result): return .performed(try result.get())
    }
  }

  private func performed() async -> Result<Performed, Ending> {
    do throws(Ending) { try await requestPermissions() } catch { return .failure(error) }
    let (updates, continuation) = AsyncStream.makeStream(of: IntentProgress.self)
    async let reported: Void = {
      for await update in updates { await work.report(update) }
    }()
    let result: Result<IntentResponse, Ending>
    do throws(Ending) {
      let response = try await step(progress: continuation) { [handling] in try await handling.perform() }
      result = .success(runtime.bound(response, of: intent, runtime.context(of: request, for: intent)))
    } catch {
      result = .failure(error)
    }
    continuation.finish()
    await reported
    do throws(Ending) {
      let response = try result.get()
      let shortcuts = response.code == .success ? await associatedShortcuts() : []
      let group = response.code.isPerformed ? runtime.donationGroup(of: handling, for: intent) : nil
      return .success(Performed(response: response, shortcuts: shortcuts, donationGroup: group))
    } catch {
      return .failure(error)
    }
  }

  /// Asks for the permissions of the intent's features to which the person has not agreed yet.
  ///
  /// A refusal is not stored: the owner has no command to take it back.
  private func requestPermissions() async throws(Ending) {
    while case .asks(let permission) = await availability {
      let question = PerformanceQuestion(parameter: nil, .confirmation, dialog: permission.dialog)
      let isPermitted = (try? await work.ask(question)) == .agreed(true)
      let failure = isPermitted ? await runtime.refusal(after: true, to: permission, for: intent) : .declined
      if let failure { throw Ending(response: failure.response) }
    }
  }

  private var availability: FeatureMembership.Availability {
    get async { await intent.membership.availability(in: runtime.surroundings(of: intent.assistant)) }
  }

  /// The related shortcuts; none if they cannot be determined, because the request is performed all the same.
  private func associatedShortcuts() async -> [Shortcut] {
    (try? await step { [handling] in try await handling.associatedShortcuts() }) ?? []
  }

  private func step<Value: Sendable>(
    progress: AsyncStream<IntentProgress>.Continuation? = nil, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(Ending) -> Value {
    switch await availability {
    // The person is asked before the request is performed.
    case .available, .asks: break
    case .unavailable(let reason): throw Ending(response: .failure(reason))
    }
    let performance = self.work
    let context = runtime.context(of: request, for: intent, progress: progress) { try await performance.ask($0) }
    switch await runtime.limited(intent, context: context, pause: performance.pause, work) {
    case .success(let value): return value
    case .failure(let failure): throw Ending(response: failure.response)
    }
  }
}

/// A request that another program resolves, confirms and performs step by step.
package final class SteppedRequest: Sendable {
  /// The intent.
  package let intent: IntentDefinition
  private let runtime: IntentRuntime
  private let handling: any IntentHandling
  private let request: IntentRequest

  /// Begins a request; nil if the assistant has no intent of its name.
  package init?(_ request: IntentRequest, of runtime: IntentRuntime) {
    guard let intent = runtime.assistant.intent(named: request.intent) else { return nil }
    (self.intent, self.runtime, self.request) = (intent, runtime, request)
    handling = intent.makeHandling()
  }

  /// A response that ends the request in place of a result.
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

  /// Performs the request, and returns its response with the requests that may deserve a phrase after it.
  ///
  /// - Parameter report: Called with the dialogs of reported progress.
  package func perform(
    report: @escaping @Sendable (String) async -> Void
  ) async throws(Ending) -> (response: IntentResponse, shortcuts: [Shortcut]) {
    let (updates, continuation) = AsyncStream.makeStream(of: IntentResponse.self)
    async let reported: Void = {
      for await update in updates { await report(update.dialog) }
    }()
    let result: Result<IntentResponse, Ending>
    do throws(Ending) {
      result = .success(try await step(updates: continuation) { [handling] in try await handling.perform() })
    } catch {
      result = .failure(error)
    }
    continuation.finish()
    await reported
    let response = try result.get()
    guard response.code == .success else { return (response, []) }
    let shortcuts = try await step { [handling] in try await handling.associatedShortcuts() }
    return (response, shortcuts)
  }

  private func step<Value: Sendable>(
    updates: AsyncStream<IntentResponse>.Continuation? = nil, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(Ending) -> Value {
    if let reason = await intent.membership.status(with: runtime.memory(of: intent.assistant)).reason {
      throw Ending(response: .failure(reason))
    }
    switch await runtime.limited(intent, context: runtime.context(of: request, for: intent, updates: updates), work) {
    case .success(let value): return value
    case .failure(let failure): throw Ending(response: failure.response)
    }
  }
}

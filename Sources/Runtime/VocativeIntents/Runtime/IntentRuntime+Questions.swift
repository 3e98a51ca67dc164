extension IntentRuntime {
  /// A request until its next question or its end.
  enum Step {
    case asks(IntentQuestion)
    case answered(IntentOutcome.Answer)
  }

  /// Performs a request until it asks or ends.
  func begin(
    _ performance: IntentPerformance, report: @escaping @Sendable (IntentOutcome.Answer) async -> Void
  ) async -> Step {
    let work = PausablePerformance<Interaction, IntentOutcome.Answer>()
    work.start { await performance.run(in: work) }
    return await next(of: work, performance.intent, performance.request, report: report)
  }

  /// Continues a paused request with the answer to its question.
  func resume(
    _ paused: PausedRequest, _ intent: IntentDefinition, _ request: IntentRequest,
    report: @escaping @Sendable (IntentOutcome.Answer) async -> Void
  ) async -> Step {
    func ended(_ response: IntentResponse, because reason: EndReason) async -> Step {
      await paused.cancel(because: reason)
      return .answered(
        .init(
          assistant: intent.assistant, intent: intent.name, response: response, isPrivate: intent.isPrivate || request.isPrivate))
    }
    guard var answer = request.answer else { return await ended(.failure("All right."), because: .declined) }
    if case .value(let said) = answer, paused.open.question.expectation == .value,
      let parameter = intent.parameters.first(where: { $0.name == paused.open.question.parameter })
    {
      let resolution = ParameterResolution(intent: intent, memory: memory(of: intent.assistant))
      let found = await limited(intent, context: context(of: request, for: intent)) {
        try await resolution.candidates(for: said, of: parameter)
      }
      switch found {
      case .failure(let failure): return await ended(failure.response, because: failure.reason)
      case .success(let values):
        guard let value = values.first else {
          return await ended(.failure(resolution.goneDialog(parameter)), because: .unresolved)
        }
        guard values.count == 1 else { return .asks(resolution.question(request, parameter, among: values)) }
        answer = .value(value.identifier)
      }
    }
    paused.open.answer(answer)
    return await next(of: paused.performance, intent, request, report: report)
  }

  private func next(
    of work: PausablePerformance<Interaction, IntentOutcome.Answer>, _ intent: IntentDefinition, _ request: IntentRequest,
    report: @escaping @Sendable (IntentOutcome.Answer) async -> Void
  ) async -> Step {
    switch await work.next(report: report) {
    case .ended(let interaction): return .answered(IntentOutcome.Answer(interaction))
    case .asks(let open):
      var request = request
      request.paused = PausedRequest(performance: work, open: open)
      request.answer = nil
      return .asks(await question(open.question, of: intent, in: request))
    }
  }

  /// Returns the question as the conversation asks it.
  private func question(
    _ asked: PerformanceQuestion, of intent: IntentDefinition, in request: IntentRequest
  ) async -> IntentQuestion {
    let resolution = ParameterResolution(intent: intent, memory: memory(of: intent.assistant))
    let parameter = intent.parameters.first { $0.name == asked.parameter }
    switch asked.expectation {
    case .value:
      guard let parameter else { break }
      let dialog = asked.dialog ?? parameter.question
      let question = await limited(intent, context: context(of: request, for: intent)) {
        try await resolution.question(request, parameter, dialog: dialog)
      }
      return (try? question.get())
        ?? IntentQuestion(request: request, expectation: .value(parameter: parameter.name), dialog: dialog, hint: "")
    case .choice(let values):
      guard let parameter else { break }
      return resolution.question(request, parameter, among: values, dialog: asked.dialog)
    case .valueConfirmation(let value):
      guard let parameter else { break }
      return IntentQuestion(
        request: request, expectation: .valueConfirmation(parameter: parameter.name, value: value.identifier),
        dialog: asked.dialog ?? "\(value.dialogName)?", hint: "Yes or no?")
    case .confirmation: break
    }
    return IntentQuestion(
      request: request, expectation: .confirmation, dialog: asked.dialog ?? "Shall I go on?", hint: "Yes or no?")
  }
}

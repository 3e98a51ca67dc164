/// The parameters of the intent that is performed.
enum PerformedParameters {
  /// The names of the parameters.
  @TaskLocal static var names: [ObjectIdentifier: String] = [:]
}

extension Parameter {
  /// Asks for a value while the intent is performed.
  ///
  /// The parameter keeps its own value.
  ///
  /// - Parameter dialog: The question; nil for the parameter's prompt.
  /// - Throws: `IntentCancellation` if the person does not answer.
  public func requestValue(_ dialog: String? = nil) async throws -> Value {
    guard case .value(let identifier) = try await ask(.value, dialog), let value = try await typedValue(for: identifier) else {
      throw IntentCancellation()
    }
    return value
  }

  /// Asks for a value of an optional parameter while the intent is performed.
  ///
  /// - Parameter dialog: The question; nil for the parameter's prompt.
  /// - Throws: `IntentCancellation` if the person does not answer.
  public func requestValue<Wrapped: ParameterValue>(_ dialog: String? = nil) async throws -> Wrapped where Value == Wrapped? {
    guard case .value(let identifier) = try await ask(.value, dialog),
      case .some(.some(let value)) = try await typedValue(for: identifier)
    else { throw IntentCancellation() }
    return value
  }

  /// Asks which of some values is meant while the intent is performed.
  ///
  /// - Parameter dialog: The question; nil for the parameter's own.
  /// - Throws: `IntentCancellation` if the person does not answer, or there are no values.
  public func requestDisambiguation(among values: [Value], dialog: String? = nil) async throws -> Value {
    let listed = values.map(\.spokenValue)
    guard !listed.isEmpty, case .value(let identifier) = try await ask(.choice(listed), dialog),
      let index = listed.firstIndex(where: { $0.identifier == identifier })
    else { throw IntentCancellation() }
    return values[index]
  }

  /// Asks whether a value is right while the intent is performed, and returns the answer.
  ///
  /// - Parameter dialog: The question; nil for the name of the value.
  /// - Throws: `IntentCancellation` if the person does not answer.
  public func requestConfirmation(for value: Value, dialog: String? = nil) async throws -> Bool {
    try await ask(.valueConfirmation(value.spokenValue), dialog) == .agreed(true)
  }

  private func ask(_ expectation: PerformanceQuestion.Expectation, _ dialog: String?) async throws -> PerformanceAnswer {
    guard let ask = IntentContext.current?.ask, let name = PerformedParameters.names[ObjectIdentifier(self)] else {
      throw IntentCancellation()
    }
    return try await ask(PerformanceQuestion(parameter: name, expectation, dialog: dialog))
  }
}

extension Intent {
  /// Asks for agreement while the intent is performed.
  ///
  /// - Throws: `IntentCancellation` if the person declines or does not answer.
  public func requestConfirmation(_ dialog: String) async throws {
    let question = PerformanceQuestion(parameter: nil, .confirmation, dialog: dialog)
    guard let ask = IntentContext.current?.ask, try await ask(question) == .agreed(true) else { throw IntentCancellation() }
  }
}

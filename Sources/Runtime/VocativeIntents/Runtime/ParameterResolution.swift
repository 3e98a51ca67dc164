import VocativeUnderstanding

/// Resolves the parameters of a request in order, until all are resolved or the person must be asked.
struct ParameterResolution {
  /// The result of the resolution.
  enum Result {
    /// All parameters are filled; `said` lists the spoken values.
    case resolved(IntentRequest, said: [SaidParameter])
    /// The person must be asked.
    case asks(IntentQuestion)
    /// The request failed.
    case failed(IntentResponse)
  }

  /// The number of unusable values of a parameter after which a request fails.
  private static let maxUnsupportedValues = 2

  let intent: IntentDefinition
  let memory: any RuntimeMemory
  /// Whether the request is only described, as for a shortcut: values that resolvers choose may be missing until it is performed.
  var isDescription = false

  func resolve(_ request: IntentRequest, with handling: any IntentHandling) async throws -> Result {
    var request = request
    var filled: [SaidParameter] = []
    // Whether an earlier value is missing, on which resolvers may depend.
    var isIncomplete = false
    for parameter in intent.parameters {
      let isDeclined = request.declinedParameter == parameter.name
      if request.values[parameter.name] == nil, parameter.isRequired, !isDeclined {
        request.values[parameter.name] = request.workflow?.returned(for: parameter, of: intent)
      }
      if let said = request.values[parameter.name] {
        let candidates = try await candidates(for: said, of: parameter)
        guard let only = candidates.first else { return .failed(.failure("\(goneDialog(parameter))")) }
        guard candidates.count == 1 else { return .asks(question(request, parameter, among: candidates)) }
        if parameter.kind == .day || parameter.kind == .dayAndTime, only.identifier != said {
          request.relativeValues[parameter.name] = RelativeValue(said: said, resolved: only.identifier)
        }
        request.values[parameter.name] = only.identifier
      }
      let said = request.values[parameter.name]
      let isChosen = said != nil && said == request.chosenValues[parameter.name]
      var resolution =
        isIncomplete
        ? try await unresolved(parameter, said) : try await handling.resolve(parameter.name, identifier: said)
      if isDeclined {
        (request.declinedParameter, request.chosenValues[parameter.name]) = (nil, nil)
        resolution = resolution.askingForValue
      }
      if isDescription, said == nil, parameter.isLeftToResolver, resolution.isDecidedLater {
        isIncomplete = true
        continue
      }
      switch resolution {
      case .success(let value):
        // A default value was not spoken, and is not remembered.
        if said != nil || parameter.hasResolver { request.values[parameter.name] = value.identifier }
        if said == nil || isChosen {
          request.chosenValues[parameter.name] = request.values[parameter.name]
        } else {
          filled.append(SaidParameter(parameter, value, of: request))
        }
      case .notRequired:
        request.values[parameter.name] = nil
      case .needsValue(let dialog):
        request.values[parameter.name] = nil
        guard try await canBeAnswered(parameter) else {
          return .failed(.failure("There's no \(parameter.title.lowercased()) to choose yet."))
        }
        return .asks(try await question(request, parameter, dialog: dialog ?? parameter.question))
      case .disambiguation(let values, let dialog):
        return .asks(question(request, parameter, among: values, dialog: dialog))
      case .confirmationRequired(let value, let dialog):
        guard request.confirmedValues[parameter.name] != value.identifier else {
          request.values[parameter.name] = value.identifier
          if !isChosen { filled.append(SaidParameter(parameter, value, of: request)) }
          continue
        }
        request.values[parameter.name] = value.identifier
        if said == nil { request.chosenValues[parameter.name] = value.identifier }
        return .asks(
          IntentQuestion(
            request: request, expectation: .valueConfirmation(parameter: parameter.name, value: value.identifier), dialog: dialog,
            hint: ""))
      case .unsupported(let reason):
        let count = request.unsupportedValues[parameter.name, default: 0] + 1
        request.unsupportedValues[parameter.name] = count
        request.values[parameter.name] = nil
        // If no value was spoken, another answer would not help.
        guard said != nil, parameter.prompt != nil, count < Self.maxUnsupportedValues else {
          return .failed(.failure(reason))
        }
        return .asks(try await question(request, parameter, dialog: "\(reason) \(parameter.question)"))
      }
    }
    return .resolved(request, said: filled)
  }

  /// Returns the resolution of a parameter whose resolver cannot run, because an earlier value is missing.
  private func unresolved(_ parameter: ParameterDefinition, _ said: String?) async throws -> Resolution<SpokenValue> {
    if let said, let value = try await parameter.value(said) { return .success(value) }
    return parameter.isRequired && !parameter.hasDefault && !parameter.isLeftToResolver ? .needsValue() : .notRequired
  }

  /// Returns the spoken value, or the values that share the spoken name.
  func candidates(for said: String, of parameter: ParameterDefinition) async throws -> [SpokenValue] {
    guard parameter.isMultiple else { return try await candidates(forOne: said, of: parameter) }
    var identifiers = ValueList.values(of: said)
    for index in identifiers.indices {
      let found = try await candidates(forOne: identifiers[index], of: parameter)
      guard let first = found.first else { return [] }
      // Each candidate for one of several values is a candidate for all of them.
      guard found.count == 1 else {
        return found.map { value in
          var all = identifiers
          all[index] = value.identifier
          return SpokenValue(
            identifier: ValueList.text(of: all), display: value.display, names: value.names, dialogName: value.dialogName)
        }
      }
      identifiers[index] = first.identifier
    }
    return try await parameter.value(ValueList.text(of: identifiers)).map { [$0] } ?? []
  }

  private func candidates(forOne said: String, of parameter: ParameterDefinition) async throws -> [SpokenValue] {
    if let value = try await Self.single(said, of: parameter) { return [value] }
    guard parameter.kind == nil else { return [] }
    var found = try await parameter.matching(said)
    if let kind = parameter.vocabularyKind {
      let words = SpokenText.words(of: said)
      for string in try await memory.spokenStrings(of: kind) where SpokenText.words(of: string.spokenPhrase) == words {
        guard !found.contains(where: { $0.identifier == string.vocabularyIdentifier }) else { continue }
        if let value = try await Self.single(string.vocabularyIdentifier, of: parameter) { found.append(value) }
      }
    }
    return found
  }

  /// Returns one value of a parameter, which may take several; nil if there is none, or it is out of range.
  static func single(_ identifier: String, of parameter: ParameterDefinition) async throws -> SpokenValue? {
    // The grammar keeps to the range, but other programs and the steps of a workflow return any number.
    guard parameter.kind?.includes(identifier) != false else { return nil }
    guard parameter.isMultiple else { return try await parameter.value(identifier) }
    guard let value = try await parameter.value(ValueList.text(of: [identifier])) else { return nil }
    return SpokenValue(
      identifier: identifier, display: value.display, names: value.names, pronunciations: value.pronunciations,
      dialogName: value.dialogName)
  }

  func goneDialog(_ parameter: ParameterDefinition) -> String {
    parameter.kind == nil
      ? "That \(parameter.title.lowercased()) isn't there anymore."
      : "I don't understand that \(parameter.title.lowercased())."
  }

  // MARK: Questions

  /// Returns whether there is a value to answer the question about a parameter.
  private func canBeAnswered(_ parameter: ParameterDefinition) async throws -> Bool {
    guard parameter.kind == nil, let values = parameter.values, try await values().isEmpty else { return true }
    guard let kind = parameter.vocabularyKind else { return false }
    return try await !memory.spokenStrings(of: kind).isEmpty
  }

  func question(
    _ request: IntentRequest, _ parameter: ParameterDefinition, dialog: String
  ) async throws -> IntentQuestion {
    let suggestions = parameter.kind == nil ? try await parameter.suggestions().prefix(3).map(\.dialogName) : []
    let hint = suggestions.count < 2 ? "" : "You can say \(SpokenList.of(suggestions, joiner: "or"))."
    let isFirst = request.paused == nil && parameter.alternatives.allSatisfy { request.values[$0] == nil }
    return IntentQuestion(
      request: request, expectation: .value(parameter: parameter.name), dialog: dialog, hint: hint,
      alternatives: isFirst ? parameter.alternatives : [])
  }

  func question(
    _ request: IntentRequest, _ parameter: ParameterDefinition, among values: [SpokenValue], dialog: String? = nil
  ) -> IntentQuestion {
    var request = request
    request.values[parameter.name] = nil
    func names(limit: Int) -> String { SpokenList.of(values.map(\.dialogName), limit: limit, joiner: "or") }
    let asked = parameter.disambiguationPrompt ?? "Which \(parameter.title.lowercased())"
    return IntentQuestion(
      request: request, expectation: .choice(parameter: parameter.name, among: values),
      dialog: dialog ?? "\(asked.trimmingQuestionMark), \(names(limit: 10))?",
      // A question of the assistant itself may not say the names.
      hint: dialog != nil && values.areUnderstoodByDialogName ? "You can say \(names(limit: 4))." : "You can say the first one.")
  }
}

extension [SpokenValue] {
  /// Whether each value is understood by its name in dialogs, which may describe it instead: `tea with one minute left`.
  fileprivate var areUnderstoodByDialogName: Bool {
    let said = map { SpokenText.words(of: $0.dialogName) }
    return Set(said).count == count
      && zip(self, said).allSatisfy { value, words in value.names.contains { SpokenText.words(of: $0) == words } }
  }
}

extension Resolution {
  /// The resolution of a value that a person declined: without another one, the request must not be performed.
  fileprivate var askingForValue: Resolution {
    switch self {
    case .success, .confirmationRequired, .notRequired: .needsValue()
    case .needsValue, .disambiguation, .unsupported: self
    }
  }

  /// Whether the value depends on what is there when the request is performed.
  fileprivate var isDecidedLater: Bool {
    switch self {
    case .disambiguation, .confirmationRequired, .unsupported: true
    case .success, .needsValue, .notRequired: false
    }
  }
}

/// A parameter with its spoken value.
struct SaidParameter {
  let parameter: Dispatch.Parameter
  let dialogName: String
  /// The name of the value in the title of a shortcut, in which a relative day stays so.
  let lastingName: String
  /// The name of the parameter.
  var name: String { parameter.name }

  init(_ definition: ParameterDefinition, _ value: SpokenValue, of request: IntentRequest) {
    parameter = Dispatch.Parameter(name: definition.name, title: definition.title, display: value.display)
    dialogName = value.dialogName
    lastingName = Self.lastingName(of: value, saidAs: request.lastingValues[definition.name], in: definition)
  }

  /// Returns the name of a value in the title of a shortcut, which keeps a day as it was said.
  static func lastingName(of value: SpokenValue, saidAs lasting: String?, in definition: ParameterDefinition) -> String {
    guard let lasting, lasting != value.identifier, let kind = definition.kind else { return value.dialogName }
    guard definition.isMultiple else { return kind.words(for: lasting) ?? value.dialogName }
    let values = ValueList.values(of: lasting)
    let names = values.compactMap(kind.words(for:))
    return names.count == values.count ? SpokenList.of(names, limit: names.count) : value.dialogName
  }
}

extension String {
  fileprivate var trimmingQuestionMark: Substring { hasSuffix("?") ? dropLast() : self[...] }
}

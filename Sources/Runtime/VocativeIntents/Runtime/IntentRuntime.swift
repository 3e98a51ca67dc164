public import Logging
public import VocativeUnderstanding

/// Resolves, confirms and performs requests to one or more assistants, and notifies the observers.
public struct IntentRuntime: Sendable {
  /// Time limits.
  public struct Limits: Equatable, Sendable {
    /// The maximum duration of a handler; after that, the person hears that it took too long.
    public var handler = Duration.seconds(10)
    /// The delay after which the person hears that a handler needs a moment; nil to disable.
    public var patience: Duration? = .seconds(3)
    /// The maximum time in which an answer may change its card.
    public var updates = Duration.seconds(600)
    /// The time in which a program that opens addresses may fail; a program that runs longer has opened a window and stays open.
    public var opening = Duration.seconds(2)

    /// Creates the default limits.
    public init() {}
  }

  /// The assistant, or all assistants combined into one.
  public let assistant: Assistant
  /// The assistants one by one, without the guide.
  public let assistants: [Assistant]
  /// The memory of the assistants.
  package let runtimeMemory: any RuntimeMemory
  let guide: Assistant?
  private let additions: RuntimeIntents?
  let observers: [any DispatchObserver]
  let latestShortcut: LatestShortcut
  let admission = ShortcutAdmission()
  let sharing = SharedSentences()
  let vocabularyUse = VocabularyUse()
  /// The grammars for typed text, shared by all conversations.
  package let compiledGrammars = CompiledGrammarCache()
  /// The pronunciations of the model and the user; nil without speech input.
  package let pronunciations: PronunciationLookup?
  let unlock: Unlock
  /// The room; nil if it has no name.
  public let room: String?
  let delegate: (any RequestDelegate)?
  let limits: Limits
  let clock: any Clock<Duration>
  let logger: Logger

  /// Creates a runtime for an assistant.
  ///
  /// - Parameters:
  ///   - memory: The memory of the assistant; by default nothing is remembered.
  ///   - observers: The observers of all performed intents, in order.
  ///   - pronunciations: The pronunciations with which new phrases that sound like others are rejected; nil without speech input.
  ///   - unlock: The state of the passphrase for private intents.
  ///   - room: The room; nil if it has no name.
  ///   - delegate: The delegate for requests that an intents file leaves to other programs; nil if there is none.
  public init(
    assistant: Assistant, memory: any RuntimeMemory = NoMemory(), observers: [any DispatchObserver] = [],
    pronunciations: PronunciationLookup? = nil, unlock: Unlock = Unlock(), room: String? = nil,
    delegate: (any RequestDelegate)? = nil, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger
  ) {
    self.init(
      assistants: [assistant], memory: memory, observers: observers, pronunciations: pronunciations, unlock: unlock, room: room,
      delegate: delegate, limits: limits, clock: clock, logger: logger)
  }

  /// Creates a runtime for several assistants with different names, which are used together.
  ///
  /// - Parameters:
  ///   - memory: The memory of all assistants; by default nothing is remembered.
  ///   - isGuided: Whether a person can ask what to say.
  ///   - additions: Further intents of the program, if it is guided; nil for none.
  public init(
    assistants: [Assistant], memory: any RuntimeMemory = NoMemory(), isGuided: Bool = false, additions: RuntimeIntents? = nil,
    observers: [any DispatchObserver] = [], pronunciations: PronunciationLookup? = nil, unlock: Unlock = Unlock(),
    room: String? = nil, delegate: (any RequestDelegate)? = nil, limits: Limits = Limits(),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    // Without a wake phrase, every phrase of the guide would be spotted in ordinary speech.
    let isGuided = isGuided && assistants.contains { !$0.wakePhrases.isEmpty }
    guide = isGuided ? Guide.assistant(for: assistants, with: additions) : nil
    self.additions = additions
    assistant = Assistant(combining: assistants, guide: guide)
    self.assistants = assistants
    runtimeMemory = memory
    latestShortcut = LatestShortcut()
    self.observers = observers + [latestShortcut]
    self.pronunciations = pronunciations
    self.unlock = unlock
    self.room = room
    self.delegate = delegate
    self.limits = limits
    self.clock = clock
    self.logger = logger
  }

  /// The dependencies of what the assistants have in common.
  var dependencies: Dependencies {
    var dependencies = assistant.dependencies
    dependencies.addServices(latest: latestShortcut)
    runtimeMemory.addServices(of: nil, to: &dependencies, in: self)
    return dependencies
  }

  /// Returns the dependencies of an assistant by name, with services for its own state.
  func dependencies(of name: String) -> Dependencies {
    guard assistants.count > 1 || name == guide?.name, let member = member(named: name) else { return dependencies }
    var dependencies = member.dependencies
    dependencies.addServices(latest: latestShortcut)
    runtimeMemory.addServices(of: name, to: &dependencies, in: self)
    if name == guide?.name { dependencies.add(Guide(runtime: self)) }
    return dependencies
  }

  /// Returns the dependencies of an intent.
  func dependencies(of intent: IntentDefinition) -> Dependencies {
    intent.isCommon ? dependencies : dependencies(of: intent.assistant)
  }

  /// Returns the memory of an assistant by name.
  func memory(of name: String) -> any RuntimeMemory {
    hasOwnMemory(name) ? runtimeMemory.part(of: name) : runtimeMemory
  }

  /// Returns whether an assistant has a part of the memory to itself.
  package func hasOwnMemory(_ name: String) -> Bool {
    assistants.count > 1 || name == guide?.name
  }

  /// Whether one of the assistants has sample data.
  public var hasSampleData: Bool { assistants.contains(where: \.hasSampleData) }

  /// Returns the assistant with a name; nil if there is none.
  public func member(named name: String) -> Assistant? { (assistants + [guide].compactMap(\.self)).first { $0.name == name } }

  /// Returns a runtime for some of the assistants.
  ///
  /// - Parameters:
  ///   - memory: The memory of these assistants.
  ///   - isUnlocked: Whether its private requests need no passphrase.
  package func limited(to names: [String], memory: any RuntimeMemory, isUnlocked: Bool = false) -> IntentRuntime {
    IntentRuntime(
      assistants: assistants.filter { names.contains($0.name) }, memory: memory, isGuided: guide != nil, additions: additions,
      observers: observers, pronunciations: pronunciations,
      unlock: isUnlocked ? Unlock(isAlwaysUnlocked: true) : unlock, room: room, delegate: delegate, limits: limits, clock: clock,
      logger: logger)
  }

  /// The words with which a person hears what to say; nil if there is no guide.
  package var helpPhrase: String? { guide == nil ? nil : "help" }

  /// Prepares the assistants, and replaces their suggested and relevant shortcuts with the current ones.
  ///
  /// Call it once before the first request; a runtime for checks and measurements does without.
  ///
  /// - Throws: The errors of the assistant's stores.
  public func prepare() async throws {
    for assistant in assistants {
      try await Dependencies.$current.withValue(dependencies(of: assistant.name)) {
        try await assistant.prepare?()
        let memory = memory(of: assistant.name)
        if let suggested = assistant.suggestedShortcuts { try await memory.suggest(try await suggested()) }
        if let relevant = assistant.relevantShortcuts { try await memory.makeRelevant(try await relevant()) }
      }
    }
  }

  /// Fills the parameters of a request, confirms and performs it, or returns the next question.
  ///
  /// Never throws: the error of a handler is logged and becomes a spoken failure.
  ///
  /// - Parameter report: Called with the progress of a slow handler; awaited before the outcome.
  public func perform(
    _ request: IntentRequest, report: @escaping @Sendable (IntentOutcome.Answer) async -> Void = { _ in }
  ) async -> IntentOutcome {
    var outcome = IntentOutcome(answers: [], question: nil)
    var next: IntentRequest? = await expanded(request, into: &outcome)
    while let request = next {
      next = nil
      switch await perform(single: request, report: report) {
      case .asks(let question): outcome.question = question
      case .answered(let answer):
        next = request.workflow?.step(after: answer, of: request, returning: returned(answer, by: request), into: &outcome)
        if request.workflow == nil { outcome.answers.append(answer) }
      }
    }
    return outcome
  }

  private func perform(
    single request: IntentRequest, report: @escaping @Sendable (IntentOutcome.Answer) async -> Void
  ) async -> Step {
    guard let intent = assistant.intent(named: request.intent) else {
      logger.error("there is no intent \(request.intent)")
      return .answered(
        .init(assistant: nil, intent: request.intent, response: .failure("I don't know how to do that."), isPrivate: true))
    }
    if let paused = request.paused { return await resume(paused, intent, request, report: report) }
    func ended(_ response: IntentResponse, because reason: EndReason?) async -> Step {
      if let reason { await didEnd(request, because: reason, response) }
      return .answered(
        .init(
          assistant: intent.assistant, intent: intent.name, response: response, isPrivate: intent.isPrivate || request.isPrivate,
          isDeclined: reason == .declined))
    }
    if let permission = request.permission, let isPermitted = request.isPermitted {
      if let refusal = await refusal(after: isPermitted, to: permission, for: intent) {
        return await ended(refusal.response, because: refusal.reason)
      }
      // Every later answer is about another question.
      var request = request
      (request.permission, request.isPermitted) = (nil, nil)
      request.permitted.insert(permission.identifier)
      return await perform(single: request, report: report)
    }
    let memory = memory(of: intent.assistant)
    switch await intent.membership.availability(in: surroundings(of: intent.assistant, permitted: request.permitted)) {
    case .available: break
    case .asks(let permission):
      var request = request
      request.permission = permission
      return .asks(
        IntentQuestion(
          request: request, expectation: .confirmation, dialog: permission.dialog,
          hint: "Yes or no?"))
    case .unavailable(let reason): return await ended(.failure(reason), because: .unavailable)
    }
    // The other steps of a private shortcut, and its values, are as private as the step that makes it so.
    if intent.isPrivate || request.isPrivate, !isUnlocked(request) {
      switch passphraseQuestion(for: request) {
      case .success(let question): return .asks(question)
      case .failure(let refusal): return await ended(.failure(refusal.dialog), because: .locked)
      }
    }
    let handling = intent.makeHandling()
    let preparation = await limited(intent, context: context(of: request, for: intent)) {
      try await Self.prepare(request, intent: intent, handling: handling, memory: memory)
    }
    switch preparation {
    case .failure(let failure): return await ended(failure.response, because: failure.reason)
    case .success(.asks(let question)): return .asks(question)
    case .success(.answered(let response, let reason)): return await ended(response, because: reason)
    case .success(.ready(let request, let said)):
      let performance = IntentPerformance(runtime: self, intent: intent, handling: handling, request: request, said: said)
      return await begin(performance, report: report)
    }
  }

  /// Stores the person's answer about a permission; returns the end of the request, and nil if it continues.
  func refusal(
    after isPermitted: Bool, to permission: PermissionRequest, for intent: IntentDefinition
  ) async -> HandlerFailure? {
    do {
      try await memory(of: intent.assistant).set(isPermitted, for: permission.identifier)
    } catch {
      logger.error("the answer about a permission was not stored: \(error)")
      return HandlerFailure(response: .failure("I can't write my settings."), reason: .unavailable)
    }
    return isPermitted ? nil : .declined
  }

  /// Returns the value of an answer for the following steps of a workflow.
  private func returned(_ answer: IntentOutcome.Answer, by request: IntentRequest) -> ReturnedValue? {
    guard let value = answer.response.value, let intent = assistant.intent(named: request.intent) else { return nil }
    guard let type = intent.resultType else {
      logger.error("\(intent.name) returned a value, but does not declare its type")
      return nil
    }
    return ReturnedValue(type: type, assistant: intent.assistant, value: value)
  }

  // MARK: Before performing

  private enum Preparation: Sendable {
    case ready(IntentRequest, said: [SaidParameter])
    case asks(IntentQuestion)
    case answered(IntentResponse, EndReason?)
  }

  private static func prepare(
    _ request: IntentRequest, intent: IntentDefinition, handling: any IntentHandling, memory: any RuntimeMemory
  ) async throws -> Preparation {
    switch try await ParameterResolution(intent: intent, memory: memory).resolve(request, with: handling) {
    case .asks(let question): return .asks(question)
    case .failed(let response): return .answered(response, .unresolved)
    case .resolved(let resolved, let said):
      guard !request.isConfirmed else { return .ready(resolved, said: said) }
      let response = try await handling.confirm()
      guard response.code == .ready else { return .answered(response, response.code == .success ? nil : .refused) }
      guard !response.dialog.isEmpty else { return .ready(resolved, said: said) }
      return .asks(IntentQuestion(request: resolved, expectation: .confirmation, dialog: response.dialog, hint: "Yes or no?"))
    }
  }

  /// A handler failure, as the person hears it.
  struct HandlerFailure: Error {
    /// The end of a request to which the person does not agree, or that is cancelled.
    static let declined = HandlerFailure(response: .failure("All right, I won't."), reason: .declined)

    let response: IntentResponse
    var reason = EndReason.failed
  }

  /// Returns the context of a request for its intent.
  func context(
    of request: IntentRequest, for intent: IntentDefinition, progress: AsyncStream<IntentProgress>.Continuation? = nil,
    ask: (@Sendable (PerformanceQuestion) async throws -> PerformanceAnswer)? = nil
  ) -> IntentContext {
    let topic = assistant.topic(of: intent)
    var logger = logger
    logger[metadataKey: "topic"] = "\(topic)"
    logger[metadataKey: "source"] = "\(request.source.rawValue)"
    logger[metadataKey: "session"] = "\(request.session)"
    return IntentContext(
      assistant: intent.assistant, source: request.source, session: request.session, topic: topic,
      room: request.room ?? room, logger: logger, request: request.identity.number,
      isPrivate: intent.isPrivate || request.isPrivate, delegate: delegate, sentence: request.sentence, progress: progress,
      ask: ask)
  }

  /// Returns the group of the donations of a request that was performed; nil for none.
  func donationGroup(of handling: any IntentHandling, for intent: IntentDefinition) -> String? {
    Dependencies.$current.withValue(dependencies(of: intent)) { handling.donationGroup }
  }

  /// Runs a part of an intent with its dependencies, within the time limit for handlers.
  ///
  /// - Parameter pause: Suspends the time limit.
  func limited<Value: Sendable>(
    _ intent: IntentDefinition, context: IntentContext, pause: TimeLimitPause? = nil,
    _ work: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, HandlerFailure> {
    let limit = intent.timeLimit ?? limits.handler
    let result = await withTimeLimit(limit, clock: clock, pause: pause) { [dependencies = dependencies(of: intent)] in
      await Dependencies.$current.withValue(dependencies) { () -> Result<Value, HandlerFailure> in
        do {
          return .success(try await IntentContext.$current.withValue(context) { try await work() })
        } catch let interruption as IntentInterruption {
          return .failure(HandlerFailure(response: interruption.response))
        } catch is IntentCancellation {
          return .failure(.declined)
        } catch {
          // The error of a private intent may contain private data.
          context.logger.error("\(intent.name) failed\(context.isPrivate ? "" : ": \(error)")")
          return .failure(HandlerFailure(response: .broken))
        }
      }
    }
    if let result { return result }
    // The caller has gone, as with a connection that was closed.
    guard !Task.isCancelled else { return .failure(.declined) }
    context.logger.error("\(intent.name) timed out after \(limit)")
    return .failure(HandlerFailure(response: .late, reason: .timedOut))
  }
}

extension IntentResponse {
  /// The response if a part of an assistant throws or violates its contract; the log has the reason.
  package static let broken = failure("Sorry, something went wrong.")
  /// The response if a part of an assistant exceeds its time limit.
  package static let late = failure("Sorry, that took too long.")
}

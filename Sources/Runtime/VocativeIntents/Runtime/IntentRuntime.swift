public import Logging
public import VocativeUnderstanding

/// Resolves, confirms and performs requests to one assistant, and tells its observers.
public struct IntentRuntime: Sendable {
  /// How long things may take.
  public struct Limits: Equatable, Sendable {
    /// How long a handler may take before the person is told that it took too long.
    public var handler = Duration.seconds(10)
    /// After how long the person is told that it takes a moment; nil never to say so.
    public var patience: Duration? = .seconds(3)
    /// How long a program that opens addresses may take to fail; one that runs longer has opened a window and stays with it.
    public var opening = Duration.seconds(2)

    /// The limits used when nothing else is said.
    public init() {}
  }

  /// The assistant.
  public let assistant: Assistant
  /// What the assistant remembers between requests.
  public let memory: AssistantMemory
  let observers: [any DispatchObserver]
  let latestShortcut: LatestShortcut
  let admission = ShortcutAdmission()
  /// What texts are understood with, in whichever conversation.
  package let compiledGrammars = CompiledGrammarCache()
  let pronunciations: PronunciationLookup?
  let unlock: Unlock
  /// The room it is asked in; nil where nobody has named it.
  public let room: String?
  let delegate: (any RequestDelegate)?
  let limits: Limits
  let clock: any Clock<Duration>
  let logger: Logger

  /// A runtime for an assistant.
  ///
  /// - Parameters:
  ///   - observers: Told of every intent that is performed, in this order.
  ///   - pronunciations: How words sound, so that a new phrase is refused that sounds like another; nil where nobody listens.
  ///   - unlock: How private intents are unlocked.
  ///   - room: The room it is asked in; nil where nobody has named it.
  ///   - delegate: Answers what an intents file leaves to others; nil where nobody does.
  public init(
    assistant: Assistant, memory: AssistantMemory, observers: [any DispatchObserver] = [],
    pronunciations: PronunciationLookup? = nil, unlock: Unlock = Unlock(), room: String? = nil,
    delegate: (any RequestDelegate)? = nil, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger
  ) {
    self.assistant = assistant
    self.memory = memory
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

  var dependencies: Dependencies {
    var dependencies = assistant.dependencies
    dependencies.add(servicesOf: memory, latest: latestShortcut)
    dependencies.add(shortcuts)
    return dependencies
  }

  /// Lets the assistant prepare itself, and puts what it suggests now in the place of what it suggested before.
  ///
  /// - Throws: What the assistant's stores throw.
  public func prepare() async throws {
    try await Dependencies.$current.withValue(dependencies) {
      try await assistant.prepare?()
      guard let suggested = assistant.suggestedShortcuts else { return }
      try await memory.shortcuts.setSuggestions(try await suggested())
    }
  }

  /// Fills the intent's parameters, confirms and performs it, or says what must be asked first.
  ///
  /// Never throws: what a handler throws is logged and becomes a failure with something to say.
  ///
  /// - Parameter report: Called with what is to be said while a slow handler works; what it says is awaited before the outcome.
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
        next = request.workflow?.step(after: answer, of: request, into: &outcome)
        if request.workflow == nil { outcome.answers.append(answer) }
      }
    }
    return outcome
  }

  private enum Step {
    case asks(IntentQuestion)
    case answered(IntentOutcome.Answer)
  }

  private func perform(
    single request: IntentRequest, report: @escaping @Sendable (IntentOutcome.Answer) async -> Void
  ) async -> Step {
    guard let intent = assistant.intent(named: request.intent) else {
      logger.error("there is no intent \(request.intent)")
      return .answered(.init(intent: request.intent, response: .failure("I don't know how to do that."), isPrivate: true))
    }
    func answered(_ response: IntentResponse) -> Step {
      .answered(.init(intent: intent.name, response: response, isPrivate: intent.isPrivate || request.isPrivate))
    }
    if let reason = await intent.membership.status(with: memory.toggles).reason { return answered(.failure(reason)) }
    if intent.isPrivate, !isUnlocked(request) {
      switch passphraseQuestion(for: request) {
      case .success(let question): return .asks(question)
      case .failure(let refusal): return answered(.failure(refusal.dialog))
      }
    }
    let handling = intent.makeHandling()
    let preparation = await limited(intent, context: context(of: request, for: intent)) { [memory] in
      try await Self.prepare(request, intent: intent, handling: handling, vocabulary: memory.vocabulary)
    }
    switch preparation {
    case .failure(let failure): return answered(failure.response)
    case .success(.asks(let question)): return .asks(question)
    case .success(.answered(let response)): return answered(response)
    case .success(.ready(let request, let said)):
      let performance = IntentPerformance(runtime: self, intent: intent, handling: handling, request: request, said: said)
      return .answered(IntentOutcome.Answer(await performance.run { await report(IntentOutcome.Answer($0)) }))
    }
  }

  // MARK: Before performing

  private enum Preparation: Sendable {
    case ready(IntentRequest, said: [SaidParameter])
    case asks(IntentQuestion)
    case answered(IntentResponse)
  }

  private static func prepare(
    _ request: IntentRequest, intent: IntentDefinition, handling: any IntentHandling, vocabulary: Vocabulary
  ) async throws -> Preparation {
    switch try await ParameterResolution(intent: intent, vocabulary: vocabulary).resolve(request, with: handling) {
    case .asks(let question): return .asks(question)
    case .failed(let response): return .answered(response)
    case .resolved(let resolved, let said):
      guard !request.isConfirmed else { return .ready(resolved, said: said) }
      let response = try await handling.confirm()
      guard response.code == .ready else { return .answered(response) }
      guard !response.dialog.isEmpty else { return .ready(resolved, said: said) }
      return .asks(IntentQuestion(request: resolved, expectation: .confirmation, dialog: response.dialog, hint: "Yes or no?"))
    }
  }

  /// A failure of a handler's, as it is told to the person.
  struct HandlerFailure: Error {
    let response: IntentResponse
  }

  /// What an intent may know about a request.
  func context(
    of request: IntentRequest, for intent: IntentDefinition, updates: AsyncStream<IntentResponse>.Continuation? = nil
  ) -> IntentContext {
    let topic = assistant.topic(of: intent)
    var logger = logger
    logger[metadataKey: "topic"] = "\(topic)"
    logger[metadataKey: "source"] = "\(request.source.rawValue)"
    logger[metadataKey: "session"] = "\(request.session)"
    return IntentContext(
      assistant: assistant.name, source: request.source, session: request.session, topic: topic, room: room, logger: logger,
      delegate: delegate, updates: updates)
  }

  /// Runs a part of an intent with its dependencies, for as long as a handler may take.
  func limited<Value: Sendable>(
    _ intent: IntentDefinition, context: IntentContext, _ work: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, HandlerFailure> {
    let limit = intent.timeLimit ?? limits.handler
    let result = await withTimeLimit(limit, clock: clock) { [dependencies] in
      await Dependencies.$current.withValue(dependencies) { () -> Result<Value, HandlerFailure> in
        do {
          return .success(try await IntentContext.$current.withValue(context) { try await work() })
        } catch {
          // What a private intent's fault says may hold what is private.
          context.logger.error("\(intent.name) failed\(intent.isPrivate ? "" : ": \(error)")")
          return .failure(
            HandlerFailure(response: .failure("Something went wrong with \(intent.title.lowercasedFirstLetter).")))
        }
      }
    }
    if let result { return result }
    context.logger.error("\(intent.name) was given up after \(limit)")
    return .failure(HandlerFailure(response: .failure("\(intent.title) took too long.")))
  }
}

extension String {
  fileprivate var lowercasedFirstLetter: String { prefix(1).lowercased() + dropFirst() }
}

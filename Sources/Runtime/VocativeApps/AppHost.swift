import AppProtocol
import Logging
import ProgramOutput
import Synchronization
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory

/// Runs the program of one app, and passes requests and answers.
///
/// Each message is checked. A fault of an app is logged with its name, and costs only the app itself.
actor AppHost {
  /// The app has not answered, for a reason that is logged already.
  struct NotAnswering: Error {}

  /// The answer of an app to a message.
  enum Reply: Sendable {
    case answer(AppAnswer)
    case question(AppQuestion, parameter: String?)
  }

  /// The task that waits for the answer to a request.
  private struct Waiter {
    let continuation: CheckedContinuation<Reply, any Error>
    let isPrivate: Bool
    let progress: @Sendable (IntentProgress) -> Void
  }

  nonisolated let file: AppFile
  nonisolated let limits: AppHostLimits
  private let clock: AppClock
  private let logger: Logger
  private let announce: @Sendable (AppAnnouncement) -> Void

  private var life: AppLife
  private var process: AppProcess?
  /// Distinguishes the events of a process from those of an earlier one.
  private var generation = 0
  /// Whether the process has received a private request, whose values may be in what it writes.
  private var knowsPrivateValues = false
  private var reader = AppLineReader()
  private var budget: AppBudget
  private var declaration: AppDeclaration?
  private let donations: AppDonations
  private var requests: AppRequests<Waiter>
  private var updates = AppUpdates()
  private var nextWaiter = 1
  private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var timer: Task<Void, Never>?

  private struct Shared {
    var values: [String: [IntentsFileContents.List.Value]] = [:]
    var state = AppState.ready
    var hasChanged = false
  }

  private nonisolated let shared = Mutex(Shared())

  init(
    _ file: AppFile, limits: AppHostLimits, clock: AppClock, logger: Logger,
    announce: @escaping @Sendable (AppAnnouncement) -> Void
  ) {
    (self.file, self.limits, self.clock, self.logger, self.announce) = (file, limits, clock, logger, announce)
    life = AppLife(.init(startsAtStart: file.start == .atStart, idle: file.idle, limits: limits))
    budget = AppBudget(limits)
    donations = AppDonations(of: file.name, logger: logger)
    requests = AppRequests(limits)
  }

  deinit {
    timer?.cancel()
    process?.close()
  }

  // MARK: Outside

  /// The name of the app.
  nonisolated var name: String { file.name }

  /// The state of the app.
  nonisolated var state: AppState { shared.withLock { $0.state } }

  /// Returns the current values of a list.
  nonisolated func values(of list: String) -> [IntentsFileContents.List.Value] { shared.withLock { $0.values[list] ?? [] } }

  /// Returns whether the app has declared other requests, or has said its first hello after a failure, since the last call.
  nonisolated func takeChange() -> Bool {
    shared.withLock { shared in
      defer { shared.hasChanged = false }
      return shared.hasChanged
    }
  }

  /// Returns what the app declares, and starts it if it has not said hello yet.
  ///
  /// - Throws: `AppError` if it fails before its hello.
  func declared() async throws -> AppDeclaration {
    if declaration == nil {
      do {
        apply(life.need(at: clock.now()))
        try await hello()
      } catch {
        throw AppError(app: name, reason: life.reason ?? "it is not answering")
      }
    }
    _ = takeChange()
    guard let declaration else { throw AppError(app: name, reason: life.reason ?? "it has not said hello") }
    return declaration
  }

  /// Uses the memory of the assistant from now on.
  func use(_ memory: AssistantMemory) { donations.use(memory) }

  /// Sends a message and returns the reply.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether the message may contain values of a private request.
  ///   - progress: Called with reported progress.
  /// - Throws: `NotAnswering`, `AppError` if the reply is refused, or `CancellationError` if the task is cancelled.
  func send(
    isPrivate: Bool, progress: @escaping @Sendable (IntentProgress) -> Void = { _ in },
    _ message: @Sendable (_ id: Int) -> AppRequest
  ) async throws -> Reply {
    guard life.isAvailable else {
      logger.warning("\(name) is not asked, because it is restarted later: \(life.reason ?? "it has failed")")
      throw NotAnswering()
    }
    apply(life.begin(at: clock.now()))
    defer {
      life.finish(at: clock.now())
      update()
    }
    if life.phase != .running { try await hello() }
    let id = requests.newID()
    let line: [UInt8]
    do {
      line = try message(id).line
    } catch {
      logger.error("\(name) is not asked: \(error)")
      throw NotAnswering()
    }
    if isPrivate { knowsPrivateValues = true }
    guard process?.send(line) == true else {
      fail(because: "it does not read its input")
      throw NotAnswering()
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        requests.begin(id, Waiter(continuation: continuation, isPrivate: isPrivate, progress: progress), at: clock.now())
        update()
      }
    } onCancel: {
      Task { await self.cancel(id, with: CancellationError()) }
    }
  }

  /// Lets the app know that nothing is wanted any more of a message that it has answered, or asked about.
  func drop(_ id: Int) {
    if let line = try? AppRequest.cancel(id).line, process?.send(line) == false { fail(because: "it does not read its input") }
  }

  /// Runs work during which the app is not idle, such as waiting for the person's answer to its question, or showing the changes of its
  /// card.
  func keepingAwake<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
    apply(life.begin(at: clock.now()))
    defer {
      life.finish(at: clock.now())
      update()
    }
    return try await work()
  }

  /// Passes on the cards that follow the answer to a request, until the last one or until the task is cancelled.
  func follow(_ id: Int, show: @Sendable (AppCard) async -> Void) async {
    guard let cards = updates.cards(of: id) else { return }
    await keepingAwake {
      for await card in cards { await show(card) }
    }
    if updates.end(id) { drop(id) }
  }

  // MARK: Process

  /// Waits for the hello of the process that is being started.
  private func hello() async throws {
    if declaration != nil, life.phase == .ready || life.phase == .running { return }
    guard life.phase == .starting || life.phase == .idle else { throw NotAnswering() }
    let id = nextWaiter
    nextWaiter += 1
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting[id] = $0 }
    } onCancel: {
      Task { await self.stopWaiting(id) }
    }
  }

  private func stopWaiting(_ id: Int) { waiting.removeValue(forKey: id)?.resume(throwing: CancellationError()) }

  private func apply(_ action: AppLife.Action?) {
    switch action {
    case .launch: launch()
    case .close: process?.close()
    case .kill: process?.kill()
    case nil: break
    }
    update()
  }

  private func launch() {
    generation += 1
    knowsPrivateValues = false
    (reader, budget) = (AppLineReader(), AppBudget(limits))
    logger.debug("\(name) is started")
    process = AppProcess(file, maxMemory: limits.maxMemory) { [weak self, generation] event in
      await self?.receive(event, of: generation)
    }
  }

  private func receive(_ event: AppProcess.Event, of generation: Int) {
    guard generation == self.generation else { return }
    switch event {
    case .output(let bytes): read(bytes)
    case .ended(let ending, let words):
      process = nil
      let wrote = words.isEmpty || knowsPrivateValues ? "" : "; it wrote: \(words)"
      let before = life.phase
      let action = life.exit(ending + wrote, at: clock.now())
      if case .failed(let until) = life.phase {
        let seconds = Int(((until - clock.now()) / .seconds(1)).rounded())
        let reason = (life.reason ?? ending) + (before == .failing ? wrote : "")
        logger.error(
          "\(name) is not available: \(reason); it is started again in \(seconds) second\(seconds == 1 ? "" : "s")")
      } else if before == .idle {
        logger.debug("\(name) is ended, because it is idle")
      }
      if life.phase != .starting, action == nil { rejectAll() } else { rejectOpen() }
      apply(action)
    }
  }

  private func fail(because reason: String) {
    let action = life.fail(because: reason)
    if action != nil { logger.error("\(name) is ended: \(reason)") }
    rejectAll()
    apply(action)
  }

  private func rejectOpen() {
    updates.endAll()
    for waiter in requests.removeAll() { waiter.continuation.resume(throwing: NotAnswering()) }
  }

  private func rejectAll() {
    rejectOpen()
    let continuations = waiting.values
    waiting = [:]
    for continuation in continuations { continuation.resume(throwing: NotAnswering()) }
  }

  /// Publishes the state and sets the timer for the next deadline.
  private func update() {
    let state: AppState =
      switch life.phase {
      case .stopped: .ready
      case .starting, .ready, .running, .idle: .running
      case .failing, .failed: .failed(life.reason ?? "it has failed")
      }
    shared.withLock { $0.state = state }
    timer?.cancel()
    guard let next = [life.deadline, requests.deadline].compactMap(\.self).min() else { return }
    timer = Task { [weak self, clock] in
      guard (try? await clock.sleep(max(next - clock.now(), .zero))) != nil else { return }
      await self?.tick()
    }
  }

  /// Decides what to do after the passed time.
  func tick() {
    let now = clock.now()
    for (id, limit) in requests.overdue(at: now) {
      logger.error("\(name) did not answer request \(id) within \(limit)")
      cancel(id, with: NotAnswering())
    }
    if requests.hasUnansweredCancellation(at: now) { fail(because: "it does not answer, nor stop when it is cancelled") }
    apply(life.tick(at: now))
    if life.phase == .failing { rejectAll() }
  }

  /// Stops waiting for an answer, and requests the app to stop too.
  private func cancel(_ id: Int, with error: any Error) {
    guard let waiter = requests.cancel(id, at: clock.now()) else { return }
    if let line = try? AppRequest.cancel(id).line, process?.send(line) != true { fail(because: "it does not read its input") }
    waiter.continuation.resume(throwing: error)
    update()
  }

  // MARK: Messages

  private func read(_ bytes: [UInt8]) {
    guard life.hasProcess, life.phase != .failing else { return }
    guard budget.take(bytes: bytes.count, at: clock.now()) else {
      fail(because: "it writes more than \(limits.maxBytes >> 20) MiB in \(limits.period)")
      return
    }
    reader.append(bytes)
    do {
      while life.phase != .failing, let line = try reader.next() {
        guard budget.takeMessage(at: clock.now()) else {
          fail(because: "it writes more than \(limits.maxMessages) messages in \(limits.period)")
          return
        }
        do {
          try receive(AppMessage(line: line))
        } catch {
          if case .starting = life.phase {
            fail(because: "its hello cannot be read: \(error)")
          } else if knowsPrivateValues, error is AppDeclaration.Fault {
            // The reason may name what the app has learned from the request.
            mistake("a message does not fit its hello; the reason is not logged after a private request")
          } else {
            mistake("\(error)")
          }
          if let error = error as? AppProtocolError, let id = error.request { refuse(id, because: error.reason) }
        }
      }
    } catch {
      fail(because: "\(error)")
    }
  }

  /// Ends the request of a refused answer or question, for which no other one is awaited.
  private func refuse(_ id: Int, because reason: String) {
    if case .open(let waiter) = requests.answer(id) {
      drop(id)
      waiter.continuation.resume(throwing: AppError(app: name, reason: "its answer is refused: \(reason)"))
    }
    update()
  }

  /// Logs a message that is against the protocol, and ends an app that sends many.
  private func mistake(_ description: String) {
    logger.warning("\(name): \(PrintableText.line(description, max: 300))")
    if !budget.takeMistake() { fail(because: "it sent \(limits.maxMistakes) messages against the protocol") }
  }

  /// Does what a message requests.
  ///
  /// - Throws: `AppDeclaration.Fault` if the message does not fit what the app declares.
  private func receive(_ message: AppMessage) throws {
    if case .hello(let hello) = message {
      receive(hello)
      return
    }
    guard life.phase != .starting else {
      fail(because: "its first message is not a hello")
      return
    }
    switch message {
    case .hello: break
    case .answer(let id, let answer): answered(id, .answer(answer))
    case .ask(let id, let question, let parameter): answered(id, .question(question, parameter: parameter))
    case .progress(let id, let dialog, let card):
      switch requests.progress(of: id, at: clock.now()) {
      case .open(let waiter):
        waiter.progress(IntentProgress(dialog: dialog.map(AppText.spoken), card: card.map { ResponseCard($0) }))
        update()
      case .late: break
      case .repeated, .unknown: mistake("it reports progress of request \(id), which is not open")
      }
    case .update(let id, let card, let isLast):
      // A card may cross the message that none is wanted any more.
      if !updates.receive(card, of: id, isLast: isLast), !requests.wasSent(id) {
        mistake("it updates the answer to request \(id), which it was never asked")
      }
    case .vocabulary(let list, let values):
      if let read = try declaration?.values(values, of: list) { shared.withLock { $0.values[list] = read } }
    case .donate(let shortcut, let group):
      // A step of a private shortcut is private, too, and the app does not know that.
      guard !requests.isOpen(where: \.isPrivate) else { break }
      if let donation = try declaration?.donation(of: shortcut) { donations.add(donation, group: group) }
    case .forget(let group): donations.delete(group: group)
    case .announce(let dialog):
      guard budget.takeAnnouncement(at: clock.now()) else {
        mistake("it requests more than \(limits.maxAnnouncements) announcements in \(limits.period)")
        return
      }
      announce(AppAnnouncement(app: name, dialog: AppText.spoken(dialog)))
    }
  }

  private func receive(_ hello: AppHello) {
    guard life.phase == .starting else {
      mistake("it says hello a second time")
      return
    }
    let declaration: AppDeclaration
    do throws(AppDeclaration.Fault) {
      declaration = try AppDeclaration(hello, of: name)
    } catch {
      fail(because: "\(error)")
      return
    }
    let hasChanged = self.declaration.map { declaration.needsReload(after: $0) } ?? (life.reason != nil)
    if self.declaration != nil, hasChanged { logger.notice("\(name) has changed; its new requests are known after a reload") }
    self.declaration = declaration
    shared.withLock { shared in
      shared.values = declaration.values
      if hasChanged { shared.hasChanged = true }
    }
    life.hello(at: clock.now())
    let continuations = waiting.values
    waiting = [:]
    for continuation in continuations { continuation.resume() }
    update()
  }

  private func answered(_ id: Int, _ reply: Reply) {
    switch requests.answer(id) {
    case .open(let waiter):
      if case .answer(.response(let response)) = reply, response.hasUpdates { updates.begin(id) }
      waiter.continuation.resume(returning: reply)
      update()
    case .late:
      logger.debug("\(name) answered request \(id) late; the answer is ignored")
      update()
    case .repeated: mistake("it answers request \(id) a second time or too late")
    case .unknown: mistake("it answers request \(id), which it was never asked")
    }
  }
}

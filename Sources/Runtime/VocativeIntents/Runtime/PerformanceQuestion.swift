import Synchronization

/// A question that an intent asks while it is performed.
package struct PerformanceQuestion: Equatable, Sendable {
  /// The kinds of answers.
  package enum Expectation: Equatable, Sendable {
    /// Any value of the parameter.
    case value
    /// One of these values of the parameter.
    case choice([SpokenValue])
    /// Yes or no to this value of the parameter.
    case valueConfirmation(SpokenValue)
    /// Yes or no.
    case confirmation
  }

  /// The name of the parameter; nil for yes or no to the whole request.
  package let parameter: String?
  /// The expected kind of answer.
  package let expectation: Expectation
  /// The question to ask; nil for the parameter's own.
  package let dialog: String?

  /// Creates a question.
  package init(parameter: String?, _ expectation: Expectation, dialog: String?) {
    (self.parameter, self.expectation, self.dialog) = (parameter, expectation, dialog)
  }
}

/// The answer to a question of an intent that is performed.
package enum PerformanceAnswer: Equatable, Sendable {
  /// The identifier of a value.
  case value(String)
  /// Yes or no.
  case agreed(Bool)
}

/// A question of an intent that is performed, until it is answered or dropped.
package final class OpenPerformanceQuestion: Sendable {
  /// The question.
  package let question: PerformanceQuestion
  private let take: Mutex<(@Sendable (PerformanceAnswer?) -> Void)?>

  init(_ question: PerformanceQuestion, take: @escaping @Sendable (PerformanceAnswer?) -> Void) {
    self.question = question
    self.take = Mutex(take)
  }

  // A question that nobody can answer anymore cancels the request.
  deinit { end(with: nil) }

  /// Continues the request with an answer; only the first one counts.
  package func answer(_ answer: PerformanceAnswer) { end(with: answer) }

  /// Cancels the request.
  func cancel() { end(with: nil) }

  private func end(with answer: PerformanceAnswer?) {
    let take = take.withLock { take in
      defer { take = nil }
      return take
    }
    take?(answer)
  }
}

/// The work of a request that pauses while the person answers a question.
package final class PausablePerformance<Outcome: Sendable, Update: Sendable>: Sendable {
  /// The next step.
  package enum Step: Sendable {
    /// The person must answer.
    case asks(OpenPerformanceQuestion)
    /// The work is complete.
    case ended(Outcome)
  }

  private struct State {
    var task: Task<Void, Never>?
    var step: Step?
    var waiting: CheckedContinuation<Step, Never>?
    var answer: CheckedContinuation<PerformanceAnswer, any Error>?
    var report: @Sendable (Update) async -> Void = { _ in }
    var cancellation = EndReason.declined
    /// Whether the work has ended, after which nothing reads its questions.
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// The pause of the time limits of the work.
  let pause = TimeLimitPause()

  init() {}

  /// The reason to record if the question of the work is cancelled; by default, the person declined.
  var cancellation: EndReason {
    get { state.withLock { $0.cancellation } }
    set { state.withLock { $0.cancellation = newValue } }
  }

  /// Starts the work; call it once.
  func start(_ work: @escaping @Sendable () async -> Outcome) {
    let task = Task { deliver(.ended(await work())) }
    state.withLock { $0.task = task }
  }

  /// Waits until the work asks or ends.
  ///
  /// - Parameter report: Called with the progress until then.
  func next(report: @escaping @Sendable (Update) async -> Void) async -> Step {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let step = state.withLock { state -> Step? in
          state.report = report
          defer { state.step = nil }
          if state.step == nil { state.waiting = continuation }
          return state.step
        }
        if let step { continuation.resume(returning: step) }
      }
    } onCancel: {
      state.withLock { $0.task }?.cancel()
    }
  }

  /// Reports progress to the current caller.
  func report(_ update: Update) async { await state.withLock { $0.report }(update) }

  /// Asks the person, and returns the answer.
  ///
  /// - Throws: `IntentCancellation` if the person cancels, a question is open, the work has ended, or it was given up, as after its time
  ///   limit.
  func ask(_ question: PerformanceQuestion) async throws -> PerformanceAnswer {
    guard !Task.isCancelled else { throw IntentCancellation() }
    pause.pause()
    defer { pause.resume() }
    return try await withCheckedThrowingContinuation { continuation in
      let isFirst = state.withLock { state in
        guard state.answer == nil, !state.hasEnded else { return false }
        state.answer = continuation
        return true
      }
      guard isFirst else { return continuation.resume(throwing: IntentCancellation()) }
      deliver(.asks(OpenPerformanceQuestion(question) { [self] in take($0) }))
    }
  }

  private func take(_ answer: PerformanceAnswer?) {
    let continuation = state.withLock { state in
      defer { state.answer = nil }
      return state.answer
    }
    if let answer { continuation?.resume(returning: answer) } else { continuation?.resume(throwing: IntentCancellation()) }
  }

  private func deliver(_ step: Step) {
    let continuation = state.withLock { state in
      defer { state.waiting = nil }
      if case .ended = step { state.hasEnded = true }
      if state.waiting == nil { state.step = step }
      return state.waiting
    }
    continuation?.resume(returning: step)
  }
}

/// A request that was performed until it asked a question.
struct PausedRequest: Equatable, Sendable {
  let performance: PausablePerformance<Interaction, IntentOutcome.Answer>
  let open: OpenPerformanceQuestion

  /// Cancels the request, and waits until its end is recorded; a program may end right after that.
  func cancel(because reason: EndReason) async {
    performance.cancellation = reason
    open.cancel()
    // Another question of the request is dropped, which cancels it, too.
    _ = await performance.next { _ in }
  }

  static func == (one: PausedRequest, other: PausedRequest) -> Bool { one.open === other.open }
}

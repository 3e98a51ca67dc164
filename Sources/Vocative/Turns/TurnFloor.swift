/// A mutex with a queue for frames, answers and operations from outside: one acts at a time, in the order of requests.
struct TurnFloor {
  /// The condition for admitting a request.
  enum Readiness {
    /// The floor is free.
    case always
    /// The floor is free and no conversation is active; an active one is finished first.
    case idle
    /// The same as `idle`; the request is withdrawn if the microphone is lent.
    case idleAndUnlent
  }

  private struct Request {
    let number: Int
    let readiness: Readiness
    let continuation: CheckedContinuation<Bool, Never>
  }

  private var holders = 0
  private var requests: [Request] = []
  private var lastNumber = 0

  /// Whether the floor is taken.
  var isTaken: Bool { holders > 0 }

  /// Returns the number of the next request.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Queues a request; the continuation resumes with true if the request is admitted, with false if it is withdrawn.
  mutating func request(_ number: Int, _ readiness: Readiness, _ continuation: CheckedContinuation<Bool, Never>) {
    requests.append(Request(number: number, readiness: readiness, continuation: continuation))
  }

  /// Withdraws a request that is not admitted yet.
  mutating func withdraw(_ number: Int) {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
    requests.remove(at: index).continuation.resume(returning: false)
  }

  /// Withdraws the requests that do not wait while the microphone is lent.
  mutating func withdrawUnlent() {
    for request in requests where request.readiness == .idleAndUnlent { withdraw(request.number) }
  }

  /// Shares the floor with work that its holder has started.
  mutating func share() { holders += 1 }

  /// Gives up one holder's share of the floor.
  mutating func yield() { holders -= 1 }

  /// Whether only one holder has the floor.
  var isHeldOnce: Bool { holders == 1 }

  /// Takes the floor if it is free; returns whether it was.
  mutating func takeIfFree() -> Bool {
    guard !isTaken else { return false }
    holders = 1
    return true
  }

  /// Admits the first request whose condition holds.
  mutating func admit(isIdle: Bool) {
    guard !isTaken, let next = requests.firstIndex(where: { isIdle || $0.readiness == .always }) else { return }
    holders = 1
    requests.remove(at: next).continuation.resume(returning: true)
  }
}

extension TurnLoop {
  /// Runs work while holding the floor.
  func withFloor<Value>(when readiness: TurnFloor.Readiness = .always, _ work: () async throws -> Value) async rethrows -> Value {
    // This request is never withdrawn.
    _ = await admission(of: floor.nextNumber(), when: readiness)
    return try await yieldingFloor(after: work)
  }

  /// Runs work while holding the floor, unless the task is cancelled before it gets the floor: a client that retries a refused
  /// request must not have it performed twice.
  ///
  /// - Throws: `CancellationError`, and the errors of the work.
  func withFloorUnlessCancelled<Value>(
    when readiness: TurnFloor.Readiness = .always, _ work: () async throws -> Value
  ) async throws -> Value {
    let number = floor.nextNumber()
    let isAdmitted = await withTaskCancellationHandler {
      await admission(of: number, when: readiness)
    } onCancel: {
      Task { await self.withdraw(number) }
    }
    guard isAdmitted else { throw CancellationError() }
    return try await yieldingFloor(after: {
      try Task.checkCancellation()
      return try await work()
    })
  }

  private func yieldingFloor<Value>(after work: () async throws -> Value) async rethrows -> Value {
    do {
      let value = try await work()
      await yieldFloor()
      return value
    } catch {
      await yieldFloor()
      throw error
    }
  }

  private func admission(of number: Int, when readiness: TurnFloor.Readiness) async -> Bool {
    await withCheckedContinuation { continuation in
      floor.request(number, readiness, continuation)
      floor.admit(isIdle: machine.state == .idle)
    }
  }

  private func withdraw(_ number: Int) { floor.withdraw(number) }

  /// Gives up a share of the floor; the last holder discards what is from before muting or unmuting.
  func yieldFloor() async {
    if floor.isHeldOnce {
      await dropQuestionIfUnmuted()
      await forgetIfMuted()
    }
    floor.yield()
    floor.admit(isIdle: machine.state == .idle)
  }
}

/// Who may act: a frame that is listened to, an answer, or an operation from outside; one at a time, in the order they asked.
struct TurnFloor {
  /// What has to hold before somebody may act.
  enum Readiness {
    /// Nobody else acts.
    case always
    /// No conversation is on either; it is let go on before.
    case idle
  }

  private struct Request {
    let number: Int
    let readiness: Readiness
    let continuation: CheckedContinuation<Bool, Never>
  }

  private var holders = 0
  private var requests: [Request] = []
  private var lastNumber = 0

  /// Whether somebody acts.
  var isTaken: Bool { holders > 0 }

  /// The number of the next request.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Waits for the floor; the continuation is resumed with true when the request is admitted, with false when it is withdrawn.
  mutating func request(_ number: Int, _ readiness: Readiness, _ continuation: CheckedContinuation<Bool, Never>) {
    requests.append(Request(number: number, readiness: readiness, continuation: continuation))
  }

  /// Withdraws a request that was not admitted yet.
  mutating func withdraw(_ number: Int) {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
    requests.remove(at: index).continuation.resume(returning: false)
  }

  /// Whoever acts does so together with something it has begun.
  mutating func share() { holders += 1 }

  mutating func yield() { holders -= 1 }

  /// Lets the first one act who may.
  mutating func admit(isIdle: Bool) {
    guard !isTaken, let next = requests.firstIndex(where: { isIdle || $0.readiness == .always }) else { return }
    holders = 1
    requests.remove(at: next).continuation.resume(returning: true)
  }
}

extension TurnLoop {
  /// Acts while nobody else does.
  func withFloor<Value>(when readiness: TurnFloor.Readiness = .always, _ work: () async throws -> Value) async rethrows -> Value {
    // Nothing withdraws it.
    _ = await admission(of: floor.nextNumber(), when: readiness)
    defer { yieldFloor() }
    return try await work()
  }

  /// Acts while nobody else does, and not at all when the task is cancelled before its turn has come: a client that was told to try
  /// again must not have its request done twice.
  ///
  /// - Throws: `CancellationError`, and what the work throws.
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
    defer { yieldFloor() }
    try Task.checkCancellation()
    return try await work()
  }

  private func admission(of number: Int, when readiness: TurnFloor.Readiness) async -> Bool {
    await withCheckedContinuation { continuation in
      floor.request(number, readiness, continuation)
      floor.admit(isIdle: machine.state == .idle)
    }
  }

  private func withdraw(_ number: Int) { floor.withdraw(number) }

  func yieldFloor() {
    floor.yield()
    forgetIfMuted()
    floor.admit(isIdle: machine.state == .idle)
  }
}

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
    let readiness: Readiness
    let continuation: CheckedContinuation<Void, Never>
  }

  private var holders = 0
  private var requests: [Request] = []

  /// Whether somebody acts.
  var isTaken: Bool { holders > 0 }

  mutating func request(_ readiness: Readiness, _ continuation: CheckedContinuation<Void, Never>) {
    requests.append(Request(readiness: readiness, continuation: continuation))
  }

  /// Whoever acts does so together with something it has begun.
  mutating func share() { holders += 1 }

  mutating func yield() { holders -= 1 }

  /// Lets the first one act who may.
  mutating func admit(isIdle: Bool) {
    guard !isTaken, let next = requests.firstIndex(where: { isIdle || $0.readiness == .always }) else { return }
    holders = 1
    requests.remove(at: next).continuation.resume()
  }
}

extension TurnLoop {
  /// Acts while nobody else does.
  func withFloor<Value>(when readiness: TurnFloor.Readiness = .always, _ work: () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { continuation in
      floor.request(readiness, continuation)
      floor.admit(isIdle: machine.state == .idle)
    }
    defer { yieldFloor() }
    return try await work()
  }

  func yieldFloor() {
    floor.yield()
    forgetIfMuted()
    floor.admit(isIdle: machine.state == .idle)
  }
}

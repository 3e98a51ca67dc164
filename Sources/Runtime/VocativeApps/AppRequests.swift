/// The requests of an app that are not answered yet, and the cancelled ones whose answers are still due.
package struct AppRequests<Waiter> {
  private struct Open {
    let waiter: Waiter
    let start: Duration
    /// The time by which an answer or progress must arrive.
    var deadline: Duration
  }

  /// The meaning of a message about a request.
  package enum Match {
    /// The request is open.
    case open(Waiter)
    /// The request was cancelled, and the message came too late.
    case late
    /// The request was answered before.
    case repeated
    /// There never was such a request.
    case unknown
  }

  private let limits: AppHostLimits
  private var open: [Int: Open] = [:]
  /// The requests that were cancelled, with the times by which they must be answered.
  private var cancelled: [Int: Duration] = [:]
  private var nextID = 1

  package init(_ limits: AppHostLimits) { self.limits = limits }

  /// Returns the identifier of a new request.
  package mutating func newID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Adds a request that was sent.
  package mutating func begin(_ id: Int, _ waiter: Waiter, at now: Duration) {
    open[id] = Open(waiter: waiter, start: now, deadline: now + limits.answer)
  }

  /// Gives a request more time, up to the total limit, because the app reports progress.
  package mutating func progress(of id: Int, at now: Duration) -> Match {
    guard let request = open[id] else { return missing(id) }
    open[id]?.deadline = min(now + limits.answer, request.start + limits.total)
    return .open(request.waiter)
  }

  /// Removes a request, because it is answered.
  package mutating func answer(_ id: Int) -> Match {
    if let request = open.removeValue(forKey: id) { return .open(request.waiter) }
    defer { cancelled[id] = nil }
    return missing(id)
  }

  /// Cancels a request, which the app must still answer soon; returns nil if it is not open.
  package mutating func cancel(_ id: Int, at now: Duration) -> Waiter? {
    guard let request = open.removeValue(forKey: id) else { return nil }
    cancelled[id] = now + limits.grace
    return request.waiter
  }

  /// Removes all requests, because the process is gone.
  package mutating func removeAll() -> [Waiter] {
    defer { (open, cancelled) = ([:], [:]) }
    return open.values.map(\.waiter)
  }

  /// Returns the open requests that were not answered in time, with the limit that each of them exceeds.
  package func overdue(at now: Duration) -> [(id: Int, limit: Duration)] {
    open.filter { now >= $0.value.deadline }.sorted { $0.key < $1.key }.map { id, request in
      (id, request.deadline < request.start + limits.total ? limits.answer : limits.total)
    }
  }

  /// Returns whether a cancelled request was not answered in time.
  package func hasUnansweredCancellation(at now: Duration) -> Bool { cancelled.values.contains { now >= $0 } }

  /// The time of the next deadline; nil if there is none.
  package var deadline: Duration? { (open.values.map(\.deadline) + cancelled.values).min() }

  /// Returns whether an open request has a property.
  package func isOpen(where property: (Waiter) -> Bool) -> Bool { open.values.contains { property($0.waiter) } }

  /// Returns whether there ever was such a request.
  package func wasSent(_ id: Int) -> Bool { id > 0 && id < nextID }

  private func missing(_ id: Int) -> Match {
    if cancelled[id] != nil { return .late }
    return wasSent(id) ? .repeated : .unknown
  }
}

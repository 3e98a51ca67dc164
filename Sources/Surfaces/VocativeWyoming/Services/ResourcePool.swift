/// A pool that lends its resources to hosts in turn, so that the requests of one host do not delay those of another.
///
/// A request stays in its queue if its client closes the connection: a client may close its sending half and still read the answer.
actor ResourcePool<Thing: Sendable> {
  /// The waiting requests of a host.
  private struct Queue {
    let host: String
    var requests: [CheckedContinuation<Thing, Never>]
  }

  private var free: [Thing] = []
  private var unmade: Int
  private let maxWaiting: Int
  private let make: @Sendable () -> Thing
  /// The queues that are not empty, first the one whose last turn is longest ago.
  private var queues: [Queue] = []
  /// The number of lent resources by host.
  private var lent: [String: Int] = [:]

  /// - Parameters:
  ///   - count: The maximum number of resources; each is created when it is first needed.
  ///   - maxWaiting: The maximum number of waiting requests of a host.
  init(_ count: Int, maxWaiting: Int, make: @escaping @Sendable () -> Thing) {
    unmade = count
    self.maxWaiting = maxWaiting
    self.make = make
  }

  /// Runs work for a host with a resource as soon as one is free.
  ///
  /// - Parameter isContinued: Whether the work is a further part of a request, which is not refused.
  /// - Throws: `BusyError` if too many requests of the host are waiting, or the error of the work.
  nonisolated func with<Value: Sendable>(
    for host: String, isContinued: Bool = false, _ work: @Sendable (Thing) async throws -> Value
  ) async throws -> Value {
    let thing = try await take(for: host, isContinued: isContinued)
    do {
      let value = try await work(thing)
      await giveBack(thing, from: host)
      return value
    } catch {
      await giveBack(thing, from: host)
      throw error
    }
  }

  private func take(for host: String, isContinued: Bool) async throws(BusyError) -> Thing {
    if let thing = free.popLast() ?? made() {
      lent[host, default: 0] += 1
      return thing
    }
    let index = queues.firstIndex { $0.host == host }
    let waiting = index.map { queues[$0].requests.count } ?? 0
    guard isContinued || waiting < maxWaiting else { throw BusyError(waiting: waiting) }
    return await withCheckedContinuation { request in
      if let index { queues[index].requests.append(request) } else { queues.append(Queue(host: host, requests: [request])) }
    }
  }

  private func made() -> Thing? {
    guard unmade > 0 else { return nil }
    unmade -= 1
    return make()
  }

  private func giveBack(_ thing: Thing, from host: String) {
    // The host still counts as one that uses the resource, so that another host is preferred.
    let next = queues.indices.min { lent[queues[$0].host, default: 0] < lent[queues[$1].host, default: 0] }
    let count = lent[host, default: 0] - 1
    lent[host] = count > 0 ? count : nil
    guard let next else { return free.append(thing) }
    var queue = queues.remove(at: next)
    let request = queue.requests.removeFirst()
    if !queue.requests.isEmpty { queues.append(queue) }
    lent[queue.host, default: 0] += 1
    request.resume(returning: thing)
  }
}

/// An error about a host with too many waiting requests.
struct BusyError: Error, CustomStringConvertible {
  /// The number of waiting requests.
  let waiting: Int

  var description: String { "\(waiting) requests of this computer are waiting; try again later" }
}

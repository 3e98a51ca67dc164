package import Dispatch

extension DispatchQueue {
  /// Runs work that blocks, such as writing to a disk, on this queue, and awaits it.
  ///
  /// A task must not block its thread, which it shares with all others. The calls of an actor reach a serial queue in their order.
  package func run<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    typealias Waiting = CheckedContinuation<Result<Value, Failure>, Never>
    let result = await withCheckedContinuation(isolation: isolation) { (waiting: Waiting) in
      self.async { waiting.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }
}

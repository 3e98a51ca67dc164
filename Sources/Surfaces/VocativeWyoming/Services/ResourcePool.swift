/// A pool that lends its resources in order of request.
actor ResourcePool<Thing: Sendable> {
  private var free: [Thing] = []
  private var unmade: Int
  private let make: @Sendable () -> Thing
  private var waiting: [CheckedContinuation<Thing, Never>] = []

  /// - Parameters:
  ///   - count: The maximum number of resources; each is created when it is first needed.
  init(_ count: Int, make: @escaping @Sendable () -> Thing) {
    unmade = count
    self.make = make
  }

  /// Runs work with a resource as soon as one is free.
  nonisolated func with<Value: Sendable>(_ work: @Sendable (Thing) async throws -> Value) async throws -> Value {
    let thing = await take()
    do {
      let value = try await work(thing)
      await giveBack(thing)
      return value
    } catch {
      await giveBack(thing)
      throw error
    }
  }

  private func take() async -> Thing {
    if let thing = free.popLast() { return thing }
    if unmade > 0 {
      unmade -= 1
      return make()
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func giveBack(_ thing: Thing) {
    if waiting.isEmpty { free.append(thing) } else { waiting.removeFirst().resume(returning: thing) }
  }
}

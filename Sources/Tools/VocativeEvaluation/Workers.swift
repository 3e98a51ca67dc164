import Synchronization

/// Runs work for each item, some in parallel, and keeps the order; a cancelled task stops before the next item.
enum Workers {
  static func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], jobs: Int, work: @escaping @Sendable (Int, Item) async throws -> Result
  ) async throws -> [Result] {
    // Each worker takes the next item when it is free, so that none waits for another with longer recordings.
    let next = NextIndex()
    let results = try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
      for _ in 0..<max(jobs, 1) {
        group.addTask {
          var results: [(Int, Result)] = []
          while true {
            let index = next.take()
            guard index < items.count else { return results }
            try Task.checkCancellation()
            results.append((index, try await work(index, items[index])))
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return results.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private final class NextIndex: Sendable {
    private let index = Mutex(0)

    func take() -> Int {
      index.withLock { index in
        defer { index += 1 }
        return index
      }
    }
  }
}

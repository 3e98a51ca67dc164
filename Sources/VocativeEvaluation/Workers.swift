/// Runs a piece of work for each of many things, some at a time, and keeps the order; a cancelled task stops before the next.
enum Workers {
  static func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], jobs: Int, work: @escaping @Sendable (Int, Item) async throws -> Result
  ) async throws -> [Result] {
    let results = try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
      for job in 0..<max(jobs, 1) {
        group.addTask {
          var results: [(Int, Result)] = []
          for index in stride(from: job, to: items.count, by: max(jobs, 1)) {
            try Task.checkCancellation()
            results.append((index, try await work(index, items[index])))
          }
          return results
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return results.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

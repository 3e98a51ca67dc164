import Dispatch
import ProgramOutput
import Synchronization
import Testing

@Suite("Blocking work")
struct BlockingWorkTests {
  private struct Failure: Error, Equatable {}

  private actor Writer {
    private let queue = DispatchQueue(label: "writer")
    private var number = 0
    private let written: @Sendable (Int) -> Void

    init(written: @escaping @Sendable (Int) -> Void) { self.written = written }

    func write() async {
      number += 1
      await queue.run { [number, written] in written(number) }
    }
  }

  @Test("It reaches a serial queue in the order of an actor's calls, and its result or its error reaches the caller")
  func order() async throws {
    let numbers = Mutex<[Int]>([])
    let writer = Writer { number in numbers.withLock { $0.append(number) } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...500 { group.addTask { await writer.write() } }
    }
    #expect(numbers.withLock { $0 } == Array(1...500))
    #expect(await DispatchQueue.global().run { 7 } == 7)
    await #expect(throws: Failure()) { try await DispatchQueue.global().run { () throws(Failure) in throw Failure() } }
  }
}

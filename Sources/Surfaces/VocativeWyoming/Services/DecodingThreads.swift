import NIOCore
import NIOPosix
import Synchronization

/// Threads for decoding.
///
/// On the shared threads, it would block connections.
enum DecodingThreads {
  /// A thread that hosts use in turn.
  struct Shared: Sendable {
    let executor: any SerialExecutor
    /// The turns; a connection waits for one turn at a time.
    let turns = ResourcePool<Void>(1, maxWaiting: 0) {}
  }

  private static let detecting = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
  private static let shared = detecting.makeIterator().map { Shared(executor: $0.executor) }
  private static let given = Atomic(0)
  private static let recognizing = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)

  /// A thread for wake words, which must never wait for a whole command.
  static func forDetecting() -> Shared { shared[given.add(1, ordering: .relaxed).oldValue % shared.count] }

  /// A thread for commands.
  static func forRecognizing() -> any SerialExecutor { recognizing.next().executor }
}

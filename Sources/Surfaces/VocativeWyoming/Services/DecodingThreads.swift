import NIOCore
import NIOPosix

/// Threads for decoding.
///
/// On the shared threads, it would block connections.
enum DecodingThreads {
  private static let detecting = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
  private static let recognizing = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)

  /// A thread for wake words, which must never wait for a whole command.
  static func forDetecting() -> any SerialExecutor { detecting.next().executor }

  /// A thread for commands.
  static func forRecognizing() -> any SerialExecutor { recognizing.next().executor }
}

import NIOCore
import NIOPosix

/// Threads for what keeps a processor busy: on those that everything else shares, connections would wait for it.
enum DecodingThreads {
  private static let detecting = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
  private static let recognizing = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)

  /// A thread for finding wake words, which must never wait for a whole command.
  static func forDetecting() -> any SerialExecutor { detecting.next().executor }

  /// A thread for understanding commands.
  static func forRecognizing() -> any SerialExecutor { recognizing.next().executor }
}

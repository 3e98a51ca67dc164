import Logging
import ServiceLifecycle
import Vocative

/// The turn loop as a service: runs until a graceful shutdown is asked for, and then for as long as its last sentence, within limits.
struct ListeningService: Service {
  let loop: TurnLoop
  let source: WatchedSource
  let synthesizer: SentenceSynthesizer
  let logger: Logger

  /// How long a sentence may go on after the shutdown was asked for; the whole program has two seconds to leave.
  static let patience = Duration.milliseconds(1500)

  func run() async throws {
    let (endings, ending) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let listening = Task { try await loop.run(source) }
    let watching = Task { ending.yield(await listening.result) }
    defer {
      listening.cancel()
      watching.cancel()
    }
    try await withGracefulShutdownHandler {
      // The loop is not a child task: a decoder that hangs would never let go of the program.
      for await result in endings { return try Self.outcome(of: result) }
    } onGracefulShutdown: {
      Task {
        await synthesizer.close()
        listening.cancel()
        try? await Task.sleep(for: Self.patience)
        ending.yield(.success(()))
      }
    }
    logger.info("stopped")
  }

  private static func outcome(of result: Result<Void, any Error>) throws {
    do { try result.get() } catch is CancellationError {}
  }
}

import Logging
import ServiceLifecycle
import Vocative

/// Runs the turn loop as a service.
///
/// After a graceful shutdown begins, the current sentence may finish within a time limit.
struct ListeningService: Service {
  let loop: TurnLoop
  let source: WatchedSource
  let synthesizer: SentenceSynthesizer
  let logger: Logger

  /// How long a sentence may continue after a shutdown begins; the whole program has two seconds to stop.
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
      // The loop is not a child task: a decoder that hangs would block the shutdown.
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

import Foundation
import Logging
import ServiceLifecycle
import Vocative
import VocativeHome
import VocativeImport

/// Serves the home of Home Assistant as an assistant, and follows its changes.
struct HomeService: Service {
  private let server: HomeAssistantServer
  private let file: HomeFile
  private let sentences: [String]
  private let logger: Logger
  private let reload: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - sentences: The files with sentences; empty for those of the installed package.
  ///   - reload: Serves the new file.
  init(
    _ server: HomeAssistantServer, file: HomeFile, sentences: [String], logger: Logger,
    reload: @escaping @Sendable () async throws -> Void
  ) {
    (self.server, self.file, self.sentences, self.logger, self.reload) = (server, file, sentences, logger, reload)
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await HomeFollower(server, logger: logger).follow { await use($0) }
    }
  }

  private func use(_ home: HomeAssistantHome) async {
    do {
      guard try await write(home) else { return }
      try await reload()
    } catch {
      logger.error("the home of Home Assistant is not updated: \(ErrorMessage.text(for: error))")
    }
  }

  /// Imports a home and writes the file, and returns whether it has changed.
  private func write(_ home: HomeAssistantHome) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      // The import of a large home takes seconds of computation.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let result = try AssistantImporter().result(of: home, from: server.address, sentences: sentences)
            return try file.write(result.text)
          })
      }
    }
  }
}

import Foundation
import Logging
import ServiceLifecycle
import Vocative
import VocativeHome
import VocativeImport
import VocativeIntents

/// Serves the home of Home Assistant as an assistant, and follows its changes.
struct HomeService: Service {
  private let servers: AsyncStream<HomeAssistantServer>
  private let file: HomeFile
  private let sentences: [String]
  private let logger: Logger
  private let reload: @Sendable () async throws -> Void
  private let faults = FaultLog()

  /// - Parameters:
  ///   - servers: The server to follow, and others to follow in its place.
  ///   - sentences: The files with sentences; empty for those of the installed package.
  ///   - reload: Serves the new file, and logs its failure.
  init(
    _ servers: AsyncStream<HomeAssistantServer>, file: HomeFile, sentences: [String], logger: Logger,
    reload: @escaping @Sendable () async throws -> Void
  ) {
    (self.servers, self.file, self.sentences, self.logger, self.reload) = (servers, file, sentences, logger, reload)
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var current: HomeAssistantServer?
      var following: Task<Void, Never>?
      for await server in servers where server != current {
        current = server
        following?.cancel()
        // The home of the former server must not replace that of the new one.
        await following?.value
        following = Task { await HomeFollower(server, logger: logger).follow { await use($0, of: server) } }
      }
      following?.cancel()
      await following?.value
    }
  }

  /// Serves a home, and returns whether its file is up to date; if not, it is tried again.
  private func use(_ home: HomeAssistantHome, of server: HomeAssistantServer) async -> Bool {
    do {
      // A failure of the reload is logged where it happens, and a correction of any file is another reload.
      if try await write(home, of: server) { try? await reload() }
      faults.clear()
      return true
    } catch {
      let fault = ErrorMessage.text(for: error)
      if faults.isNew(fault) {
        logger.error("the home of Home Assistant is not updated: \(fault); Vocative tries it again every minute")
      }
      return false
    }
  }

  /// Imports a home and writes the file, and returns whether it has changed.
  private func write(_ home: HomeAssistantHome, of server: HomeAssistantServer) async throws -> Bool {
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

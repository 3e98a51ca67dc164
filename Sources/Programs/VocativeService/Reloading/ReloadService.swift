import ServiceLifecycle
import UnixSignals

/// Reloads on SIGHUP, and polls for changed files.
struct ReloadService: Service {
  let reloader: Reloader
  let hangups: UnixSignalsSequence

  /// The time between polls: a file is used after the second poll that finds it unchanged, within two seconds with its loading.
  private static let interval = Duration.milliseconds(500)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        // Each signal counts, also one during a reload: the passphrase, for example, is read again only because of it.
        group.addTask {
          for await _ in hangups { try? await reloader.reload(because: "of SIGHUP") }
        }
        group.addTask {
          while (try? await Task.sleep(for: Self.interval)) != nil { await reloader.look() }
        }
      }
    }
  }
}

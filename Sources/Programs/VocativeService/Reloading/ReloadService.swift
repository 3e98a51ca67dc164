import ServiceLifecycle
import UnixSignals

/// Reloads on SIGHUP, and polls for changed files.
struct ReloadService: Service {
  let reloader: Reloader
  let hangups: UnixSignalsSequence

  /// The time between polls: a file is used after the second poll that finds it unchanged, within two seconds with its loading.
  private static let interval = Duration.milliseconds(500)

  private enum Occasion { case hangup, look }

  func run() async throws {
    // The next poll covers polls missed during a reload.
    let (occasions, occasion) = AsyncStream.makeStream(of: Occasion.self, bufferingPolicy: .bufferingNewest(2))
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in hangups { occasion.yield(.hangup) }
        }
        group.addTask {
          while (try? await Task.sleep(for: Self.interval)) != nil { occasion.yield(.look) }
        }
        for await occasion in occasions {
          switch occasion {
          case .hangup: try? await reloader.reload(because: "of SIGHUP")
          case .look: await reloader.look()
          }
        }
      }
    }
  }
}

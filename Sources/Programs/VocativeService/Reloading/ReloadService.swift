import ServiceLifecycle
import UnixSignals

/// Reloads on SIGHUP, and looks once a second for files that have changed.
struct ReloadService: Service {
  let reloader: Reloader
  let hangups: UnixSignalsSequence

  private enum Occasion { case hangup, look }

  func run() async throws {
    // Looks that are missed during a reload are made up by the next.
    let (occasions, occasion) = AsyncStream.makeStream(of: Occasion.self, bufferingPolicy: .bufferingNewest(2))
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in hangups { occasion.yield(.hangup) }
        }
        group.addTask {
          while (try? await Task.sleep(for: .seconds(1))) != nil { occasion.yield(.look) }
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

import ServiceLifecycle
import UnixSignals

/// Reloads on SIGHUP, and polls once a second for changed files.
struct ReloadService: Service {
  let reloader: Reloader
  let hangups: UnixSignalsSequence

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

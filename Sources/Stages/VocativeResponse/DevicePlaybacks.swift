import ALSA
import Foundation
import Synchronization

/// The running playbacks on a device, each on a thread of its own, because playback blocks until everything is heard.
///
/// A driver may also block without end while it opens or closes a device. Then only the thread hangs: the caller receives an
/// error after a time limit, and so do further callers at once, until the thread returns.
final class DevicePlaybacks: Sendable {
  /// The time in which a thread that is not blocked asks at least once whether its playback is cancelled.
  ///
  /// It asks ten times a second, except while the device is opened or closed, which takes a wireless loudspeaker some seconds.
  /// The error comes after one to two limits.
  private static let limit = Duration.seconds(20)

  private let clock: any Clock<Duration>
  private let running = Mutex<[Playback]>([])

  /// - Parameter clock: The clock of the time limit.
  init(clock: any Clock<Duration>) { self.clock = clock }

  /// Plays speech and returns when it has been heard; a caller that cancels does not wait for a driver that hangs.
  ///
  /// - Throws: `ALSAError` if it could not be played, or the device does not respond.
  func play(_ speech: SpeechEngine.Speech, on device: String) async throws(ALSAError) {
    let playback = Playback()
    let isBlocked = running.withLock { running in
      guard !running.contains(where: \.isBlocked) else { return true }
      running.append(playback)
      return false
    }
    guard !isBlocked else { throw .blockedPlayback(on: device) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, ALSAError>, Never>) in
        playback.begin(continuation)
        let watching = watch(playback, on: device)
        Thread.detachNewThread { [self] in
          let result = Self.playBlocking(speech, on: device, isCancelled: { playback.isCancelled() })
          watching.cancel()
          running.withLock { $0.removeAll { $0 === playback } }
          playback.end(with: result)
        }
      }
    } onCancel: {
      playback.cancel()
    }
    try result.get()
  }

  /// Gives up a playback if its thread is blocked for the time limit, also after its caller has cancelled it.
  private func watch(_ playback: Playback, on device: String) -> Task<Void, Never> {
    Task { [clock] in
      repeat {
        guard (try? await clock.sleep(for: Self.limit)) != nil else { return }
      } while !playback.giveUpIfBlocked(with: .blockedPlayback(on: device))
    }
  }

  private static func playBlocking(
    _ speech: SpeechEngine.Speech, on device: String, isCancelled: () -> Bool
  ) -> Result<Void, ALSAError> {
    do throws(ALSAError) {
      let pcm = try PlaybackPCM(device: device, rate: speech.rate)
      return .success(try pcm.play(speech.samples, isCancelled: isCancelled))
    } catch {
      return .failure(error)
    }
  }

  /// A playback that can be awaited until it ends or is given up or, if it is cancelled, for a limited time after that.
  private final class Playback: Sendable {
    private struct State {
      var isCancelled = false
      /// Whether the thread has asked for a cancellation since the last check.
      var hasAsked = false
      var isBlocked = false
      var waiting: CheckedContinuation<Result<Void, ALSAError>, Never>?
    }

    private let state = Mutex(State())
    /// Seconds to wait for a cancelled playback, so that the next one does not find the device busy.
    private static let patience = 1.0

    /// Whether the playback was given up, because its thread is blocked.
    var isBlocked: Bool { state.withLock(\.isBlocked) }

    /// Returns whether the playback is cancelled, and records that its thread is not blocked.
    func isCancelled() -> Bool {
      state.withLock { state in
        state.hasAsked = true
        return state.isCancelled
      }
    }

    func begin(_ continuation: CheckedContinuation<Result<Void, ALSAError>, Never>) {
      state.withLock { $0.waiting = continuation }
    }

    func end(with result: Result<Void, ALSAError>) {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(returning: result)
    }

    func cancel() {
      state.withLock { $0.isCancelled = true }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { self.end(with: .success(())) }
    }

    /// Ends the wait with an error if the thread has not asked for a cancellation since the last check; returns whether it ends.
    ///
    /// A thread that continues later stays silent: its sentence is old by then.
    func giveUpIfBlocked(with error: ALSAError) -> Bool {
      let isBlocked = state.withLock { state in
        defer { state.hasAsked = false }
        if !state.hasAsked { (state.isBlocked, state.isCancelled) = (true, true) }
        return state.isBlocked
      }
      if isBlocked { end(with: .failure(error)) }
      return isBlocked
    }
  }
}

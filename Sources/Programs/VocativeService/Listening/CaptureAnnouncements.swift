import ServiceLifecycle
import Synchronization
import Vocative
import VocativeIntents

/// Announces a microphone fault that a person nearby can correct, at most once an hour.
///
/// The log contains each condition too; the announcement helps a person in front of a box that does not answer. A fault may come
/// and go all day, as with a microphone that sends zeros in a quiet room.
package final class CaptureAnnouncements: Service {
  /// Speaks a sentence.
  ///
  /// - Parameter isDeaf: Whether capture is down, so that speech need not wait for a conversation to end.
  package typealias Speaker = @Sendable (_ sentence: String, _ isDeaf: Bool) async -> Void

  private let events: AsyncStream<CaptureEvent>
  private let frames: @Sendable () -> Int
  private let clock: any Clock<Duration>
  private let say: Speaker
  /// Measures the time since the last announcement of each condition.
  private let announced = Mutex<[CaptureCondition: @Sendable () -> Duration]>([:])

  /// How long a fault must last before it is announced, so that moving a plug is not announced.
  private static let patience = Duration.seconds(3)
  /// The time in which an announcement is not repeated.
  private static let pause = Duration.seconds(3600)

  /// - Parameters:
  ///   - events: The beginning and end of each condition.
  ///   - frames: The number of frames captured so far.
  package init(
    of events: AsyncStream<CaptureEvent>, frames: @escaping @Sendable () -> Int, clock: any Clock<Duration> = ContinuousClock(),
    say: @escaping Speaker
  ) {
    self.events = events
    self.frames = frames
    self.clock = clock
    self.say = say
  }

  /// Announces the faults until a graceful shutdown.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      for await event in self.events { await self.receive(event) }
    }
  }

  private func receive(_ event: CaptureEvent) async {
    guard case .began(let episode) = event, let sentence = episode.condition.announcement, isDue(episode.condition) else {
      return
    }
    // A muted or overdriven microphone delivers frames, and has already passed its own delay.
    let isOut = episode.condition.isOutage
    if isOut {
      let before = frames()
      do { try await clock.sleep(for: Self.patience) } catch { return }
      guard frames() == before else { return }
    }
    let elapsed = clock.stopwatch()
    announced.withLock { $0[episode.condition] = elapsed }
    await say(sentence, isOut)
  }

  private func isDue(_ condition: CaptureCondition) -> Bool {
    announced.withLock { $0[condition] }.map { $0() >= Self.pause } ?? true
  }
}

extension CaptureCondition {
  /// Returns the announcement of a condition; nil if people nearby can't correct it.
  fileprivate var announcement: String? {
    switch self {
    case .missing: "I can't hear anything: the microphone is unplugged."
    case .busy: "I can't hear anything: another program is using the microphone."
    case .denied: "I can't hear anything: I'm not allowed to use the microphone."
    case .failing, .stalled: "I can't hear anything: the microphone doesn't work."
    case .silent: "I can't hear anything: the microphone is muted."
    case .clipping: "I can't hear well: the microphone's gain is too high."
    case .overrun, .dropped, .suspended, .shortReads, .otherRate, .offset: nil
    }
  }
}

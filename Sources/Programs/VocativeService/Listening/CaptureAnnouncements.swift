import ServiceLifecycle
import Synchronization
import Vocative

/// Says aloud, once an episode, what keeps the microphone from hearing and somebody could mend.
///
/// The log has each condition already; this is for whoever stands before a box that does not answer.
final class CaptureAnnouncements: Service {
  /// Says a sentence.
  ///
  /// - Parameter isDeaf: Whether nothing is heard meanwhile, and nobody has to wait for a conversation to end.
  typealias Speaker = @Sendable (_ sentence: String, _ isDeaf: Bool) async -> Void

  private let events: AsyncStream<CaptureEvent>
  private let frames: @Sendable () -> Int
  private let clock: any Clock<Duration>
  private let say: Speaker

  /// How long nothing may be heard before it is said, so that a plug that is moved makes no speech.
  static let patience = Duration.seconds(3)

  /// - Parameters:
  ///   - events: What begins and is over.
  ///   - frames: How many frames were captured so far.
  init(
    of events: AsyncStream<CaptureEvent>, frames: @escaping @Sendable () -> Int, clock: any Clock<Duration> = ContinuousClock(),
    say: @escaping Speaker
  ) {
    self.events = events
    self.frames = frames
    self.clock = clock
    self.say = say
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await event in self.events { await self.take(event) }
    }
  }

  private func take(_ event: CaptureEvent) async {
    guard case .began(let episode) = event, let sentence = episode.condition.announcement else { return }
    // A muted or an overdriven microphone delivers frames, and was waited for already.
    guard episode.condition.isDeaf, episode.condition != .silent else { return await say(sentence, false) }
    let before = frames()
    do { try await clock.sleep(for: Self.patience) } catch { return }
    if frames() == before { await say(sentence, true) }
  }
}

extension CaptureCondition {
  /// What is said about it; nil for what nobody there can do anything about.
  fileprivate var announcement: String? {
    switch self {
    case .missing: "I cannot hear anything: the microphone is unplugged."
    case .busy: "I cannot hear anything: another program is using the microphone."
    case .denied: "I cannot hear anything: I am not allowed to use the microphone."
    case .failing, .stalled: "I cannot hear anything: the microphone does not work."
    case .silent: "I cannot hear anything: the microphone is muted."
    case .clipping: "I cannot hear well: the microphone is turned up too far."
    case .overrun, .suspended, .shortReads, .otherRate, .offset: nil
    }
  }
}

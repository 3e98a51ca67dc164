import Synchronization
import Vocative

/// Says aloud, once an episode, what keeps the microphone from hearing and somebody could mend.
///
/// The log has each condition already; this is for whoever stands before a box that does not answer.
final class CaptureAnnouncements: Sendable {
  private struct State {
    /// Frames that were heard.
    var frames = 0
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let say: @Sendable (String) async -> Void
  private let clock: any Clock<Duration>

  /// How long nothing may be heard before it is said, so that a plug that is moved makes no speech.
  static let patience = Duration.seconds(3)

  /// - Parameter say: Says a sentence.
  init(clock: any Clock<Duration> = ContinuousClock(), say: @escaping @Sendable (String) async -> Void) {
    self.clock = clock
    self.say = say
  }

  /// A frame was heard.
  func heard() { state.withLock { $0.frames += 1 } }

  /// Something began or is over.
  func take(_ event: CaptureEvent) {
    guard case .began(let episode) = event, let sentence = episode.condition.announcement else { return }
    state.withLock { state in
      let (before, frames) = (state.task, state.frames)
      // A muted microphone delivers frames, and was waited for already.
      let mayCome = episode.condition != .silent && episode.condition != .clipping
      state.task = Task { [clock, say] in
        await before?.value
        if mayCome {
          do { try await clock.sleep(for: Self.patience) } catch { return }
          guard self.state.withLock({ $0.frames }) == frames else { return }
        }
        await say(sentence)
      }
    }
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

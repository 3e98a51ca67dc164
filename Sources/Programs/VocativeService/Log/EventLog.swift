import Logging
import Synchronization
import Vocative

/// Logs what happens in conversations, with the topics of the intents, so that a focus includes it.
///
/// Speech is private: only debug messages repeat it, and none repeats that of private intents.
final class EventLog: Sendable {
  private struct State {
    var topics: [String]
    /// The topic of the current request.
    var request: String?
  }

  private let state: Mutex<State>
  private let logger: Logger

  init(of runtime: IntentRuntime, logger: Logger) {
    state = Mutex(State(topics: runtime.topics))
    self.logger = logger
  }

  /// Uses the topics of another runtime from now on.
  func follow(_ runtime: IntentRuntime) { state.withLock { $0.topics = runtime.topics } }

  func receive(_ notice: TurnNotice) {
    switch notice {
    case .event(let event) where event.isPrivate:
      state.withLock { $0.request = nil }
      logger.debug("a private event")
    case .event(let event):
      let topic = topic(of: event)
      logger.debug("\(event.json)", metadata: topic.map { ["topic": "\($0)"] })
    case .state(let state):
      if state == .idle { self.state.withLock { $0.request = nil } }
      logger.debug("state: \(state.rawValue)")
    case .level, .memory: break
    }
  }

  /// Returns the topic of an event; nil if it is not about an assistant.
  private func topic(of event: TurnEvent) -> String? {
    guard let assistant = event.assistant else { return event.interaction?.dispatch.topic }
    return state.withLock { state in
      switch event.kind {
      case .understood(_, let intent, _, _), .responded(let intent, _, _, _), .updated(let intent, _):
        let topic =
          event.interaction?.dispatch.topic
          ?? state.topics.first { $0.hasPrefix("\(assistant).") && $0.hasSuffix(".\(intent)") } ?? assistant
        state.request = topic
        return topic
      // A question does not name the intent of the request that needs the answer.
      case .asked: return state.request.flatMap { $0.hasPrefix("\(assistant).") ? $0 : nil } ?? assistant
      case .spotted, .rejected, .error: return assistant
      }
    }
  }
}

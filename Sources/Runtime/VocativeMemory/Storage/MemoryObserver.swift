public import Logging
public import VocativeIntents

/// Records all requests in the timeline, donates them, and remembers the activities to which they lead.
///
/// It does what `TimelineObserver`, `DonationObserver` and `ActivityObserver` do together, but an answer waits for one transaction
/// instead of three.
public struct MemoryObserver: DispatchObserver {
  private let memory: AssistantMemory
  private let requests: Recording
  private let lessons: Recording

  /// Creates an observer that stores requests in a memory and logs failures.
  public init(memory: AssistantMemory, logger: Logger) {
    self.memory = memory
    requests = Recording(orElse: "the request was not recorded", logger: logger)
    lessons = Recording(orElse: "the request was not learned", logger: logger)
  }

  /// Records the start.
  public func didBegin(_ dispatch: Dispatch) async { await requests.record { try await memory.timeline.begin(dispatch) } }

  /// Records the result, and what is learned from it.
  public func didComplete(_ interaction: Interaction) async {
    await requests.record {
      let refusal = try await memory.remember(interaction)
      await lessons.record { if let refusal { throw refusal } }
    }
  }

  /// Records a request that was not performed.
  public func didEnd(_ interaction: Interaction) async {
    await requests.record { try await memory.timeline.complete(interaction) }
  }
}

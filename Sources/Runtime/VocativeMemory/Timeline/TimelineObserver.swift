public import Logging
public import VocativeIntents

/// Records all requests in a timeline, with the reasons why some were not performed.
///
/// Waits for the store, so that a response is in the timeline even if the program exits right after it.
public struct TimelineObserver: DispatchObserver {
  private let timeline: Timeline
  private let recording: Recording

  /// Creates an observer that writes to a timeline and logs failures.
  public init(timeline: Timeline, logger: Logger) {
    self.timeline = timeline
    recording = Recording(orElse: "the timeline was not updated", logger: logger)
  }

  /// Records the start.
  public func didBegin(_ dispatch: Dispatch) async { await recording.record { try await timeline.begin(dispatch) } }

  /// Records the result.
  public func didComplete(_ interaction: Interaction) async {
    await recording.record { try await timeline.complete(interaction) }
  }

  /// Records a request that was not performed.
  public func didEnd(_ interaction: Interaction) async { await didComplete(interaction) }
}

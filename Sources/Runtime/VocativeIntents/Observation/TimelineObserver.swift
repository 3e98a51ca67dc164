public import Logging

/// Notes everything that is performed in a timeline.
///
/// Waits for the store, so that what was said to a person stands in the timeline even when the program ends right after.
public struct TimelineObserver: DispatchObserver {
  private let timeline: Timeline
  private let logger: Logger

  /// An observer that writes to a timeline, and logs what it cannot write.
  public init(timeline: Timeline, logger: Logger) {
    self.timeline = timeline
    self.logger = logger
  }

  /// Notes the beginning.
  public func didBegin(_ dispatch: Dispatch) async {
    do { try await timeline.begin(dispatch) } catch { logger.warning("not in the timeline: \(error)") }
  }

  /// Notes what came of it.
  public func didComplete(_ interaction: Interaction) async {
    do { try await timeline.complete(interaction) } catch { logger.warning("not in the timeline: \(error)") }
  }
}

/// Observes all performed intents, for example for donation, the timeline or analytics.
///
/// The runtime awaits observers in order. A slow observer delays the conversation, so it should pass its work to a task.
public protocol DispatchObserver: Sendable {
  /// Called before an intent is performed.
  func didBegin(_ dispatch: Dispatch) async
  /// Called after an intent succeeded or failed.
  func didComplete(_ interaction: Interaction) async
  /// Called after a request ended without being performed, or an utterance was not understood; the interaction has a reason.
  func didEnd(_ interaction: Interaction) async
}

extension DispatchObserver {
  /// Does nothing.
  public func didBegin(_ dispatch: Dispatch) async {}
  /// Does nothing.
  public func didEnd(_ interaction: Interaction) async {}
}

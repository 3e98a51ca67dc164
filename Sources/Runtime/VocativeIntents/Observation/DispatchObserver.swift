/// Is told of every intent that is performed: donation, the timeline, analytics.
///
/// Called in order and awaited; an observer that takes long holds up the conversation, and should hand its work to a task.
public protocol DispatchObserver: Sendable {
  /// An intent is about to be performed.
  func didBegin(_ dispatch: Dispatch) async
  /// An intent was performed, or failed.
  func didComplete(_ interaction: Interaction) async
}

extension DispatchObserver {
  /// Takes no notice.
  public func didBegin(_ dispatch: Dispatch) async {}
}

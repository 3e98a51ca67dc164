/// An intent that was performed, and what came of it.
public struct Interaction: Equatable, Sendable {
  /// What was performed.
  public let dispatch: Dispatch
  /// What came of it.
  public let response: IntentResponse
  /// How long it took; nothing while it is in progress.
  public let duration: Duration
  /// What somebody who did this may want to do next, by the intent's own word.
  public let associatedShortcuts: [Shortcut]

  /// An intent that was performed.
  public init(dispatch: Dispatch, response: IntentResponse, duration: Duration, associatedShortcuts: [Shortcut] = []) {
    self.dispatch = dispatch
    self.response = response
    self.duration = duration
    self.associatedShortcuts = associatedShortcuts
  }
}

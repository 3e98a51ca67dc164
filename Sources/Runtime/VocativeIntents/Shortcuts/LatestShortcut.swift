import Synchronization

/// What was done last in each conversation, for somebody who wants a phrase of their own for it.
public final class LatestShortcut: DispatchObserver {
  /// Conversations that are remembered; more than one goes on only where several people type at once.
  private static let mostSessions = 16

  private let latest = Mutex<[(session: String, shortcut: Shortcut)]>([])

  /// Nothing was done yet.
  public init() {}

  /// Remembers what was done, unless it is private or not to be learnt from.
  public func didComplete(_ interaction: Interaction) async {
    let dispatch = interaction.dispatch
    guard interaction.response.code == .success || interaction.response.code == .continueInApp, !dispatch.isPrivate,
      dispatch.isEligibleForPrediction
    else { return }
    latest.withLock { latest in
      latest.removeAll { $0.session == dispatch.session }
      latest.append((dispatch.session, dispatch.shortcut))
      if latest.count > Self.mostSessions { latest.removeFirst() }
    }
  }

  /// What was done last in a conversation; nil when nothing was.
  public func shortcut(in session: String) -> Shortcut? {
    latest.withLock { $0.last { $0.session == session }?.shortcut }
  }
}

import Synchronization

/// The most recent request of each conversation, to create a shortcut from it.
public final class LatestShortcut: DispatchObserver {
  /// The maximum number of remembered conversations; several are open at once only if several people type.
  private static let maxSessions = 16

  private let latest = Mutex<[(session: String, shortcut: Shortcut)]>([])

  /// Creates an empty record.
  public init() {}

  /// Remembers the request, unless it is private or not eligible for prediction.
  public func didComplete(_ interaction: Interaction) async {
    let dispatch = interaction.dispatch
    guard interaction.response.code == .success || interaction.response.code == .continueInApp, !dispatch.isPrivate,
      dispatch.isEligibleForPrediction
    else { return }
    latest.withLock { latest in
      latest.removeAll { $0.session == dispatch.session }
      latest.append((dispatch.session, dispatch.shortcut.of(dispatch.assistant)))
      if latest.count > Self.maxSessions { latest.removeFirst() }
    }
  }

  /// Returns the most recent request of a conversation; nil if there is none.
  public func shortcut(in session: String) -> Shortcut? {
    latest.withLock { $0.last { $0.session == session }?.shortcut }
  }
}

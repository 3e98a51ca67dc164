/// How a request went and what to say about it.
public struct IntentResponse: Equatable, Sendable {
  /// How it went, in SiriKit's words.
  public enum Code: String, Equatable, Sendable, Codable, CaseIterable {
    /// Everything is there to do it; nothing was done yet.
    case ready
    /// It is being done, and takes longer.
    case inProgress
    /// It was done.
    case success
    /// It could not be done.
    case failure
    /// It can only be done in the application, and was not.
    case failureRequiringAppLaunch
    /// The application takes over, with the response's activity.
    case continueInApp
  }

  /// How it went.
  public let code: Code
  /// What to say, in words as people say them; may be empty where the code is `ready`.
  public let dialog: String
  /// What to show; nil to show the dialog.
  public let card: ResponseCard?
  /// Where the person may go on from here; nil for nowhere in particular.
  public let activity: Activity?
  /// What the person may say next without the wake phrase; nil where the conversation is over.
  public let followUp: FollowUp?

  /// A response with a dialog, and a card where there is more to see than to say.
  public init(
    code: Code, dialog: String, card: ResponseCard? = nil, activity: Activity? = nil, followUp: FollowUp? = nil
  ) {
    self.code = code
    self.dialog = dialog
    self.card = card
    self.activity = activity
    self.followUp = followUp
  }

  /// A request that can be done; with a dialog, the person is asked it first, and says yes or no.
  public static func ready(_ dialog: String = "") -> IntentResponse {
    IntentResponse(code: .ready, dialog: dialog)
  }

  /// A request that is being done and takes longer.
  public static func inProgress(_ dialog: String) -> IntentResponse {
    IntentResponse(code: .inProgress, dialog: dialog)
  }

  /// A request that was done.
  public static func success(_ dialog: String, card: ResponseCard? = nil, activity: Activity? = nil) -> IntentResponse {
    IntentResponse(code: .success, dialog: dialog, card: card, activity: activity)
  }

  /// A request that could not be done.
  public static func failure(_ dialog: String) -> IntentResponse {
    IntentResponse(code: .failure, dialog: dialog)
  }

  /// A request that only the application can do.
  public static func failureRequiringAppLaunch(_ dialog: String, activity: Activity? = nil) -> IntentResponse {
    IntentResponse(code: .failureRequiringAppLaunch, dialog: dialog, activity: activity)
  }

  /// A request that the application takes over.
  public static func continueInApp(_ dialog: String, activity: Activity, card: ResponseCard? = nil) -> IntentResponse {
    IntentResponse(code: .continueInApp, dialog: dialog, card: card, activity: activity)
  }
}

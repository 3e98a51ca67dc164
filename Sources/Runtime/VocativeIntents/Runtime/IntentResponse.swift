/// The result of a request, with the dialog to say.
public struct IntentResponse: Equatable, Sendable {
  /// The response codes of SiriKit.
  public enum Code: String, Equatable, Sendable, Codable, CaseIterable {
    /// The request can be performed, but has not been performed yet.
    case ready
    /// The request is in progress and takes longer.
    case inProgress
    /// The request succeeded.
    case success
    /// The request failed.
    case failure
    /// The request failed, because only the app can perform it.
    case failureRequiringAppLaunch
    /// The app continues the request with the response's activity.
    case continueInApp

    /// Whether the request was performed, here or by the app that continues it; only such requests are learned and remembered.
    package var isPerformed: Bool { self == .success || self == .continueInApp }
    /// Whether the request failed, for any reason.
    package var isFailure: Bool { self == .failure || self == .failureRequiringAppLaunch }
  }

  /// The response code.
  public private(set) var code: Code
  /// The dialog, as spoken words; may be empty if the code is `ready`.
  public private(set) var dialog: String
  /// The card to show; nil to show the dialog.
  public private(set) var card: ResponseCard?
  /// The activity with which the person can continue; nil for none.
  public private(set) var activity: Activity?
  /// The follow-up that may be spoken without the wake phrase; nil if the conversation is over.
  public let followUp: FollowUp?
  /// The value for the following steps of a workflow; nil for none.
  public private(set) var value: SpokenValue?
  /// The changes of the card after the answer; nil for none.
  package private(set) var updates: CardUpdates?

  /// Creates a response with a dialog, and optionally a card with more to show.
  public init(
    code: Code, dialog: String, card: ResponseCard? = nil, activity: Activity? = nil, followUp: FollowUp? = nil
  ) {
    self.code = code
    self.dialog = dialog
    self.card = card
    self.activity = activity
    self.followUp = followUp
  }

  /// Returns the response with a value for the following steps of a workflow, of the intent's `resultValueType`.
  public func returning(_ value: some ParameterValue) -> IntentResponse { returning(value.spokenValue) }

  /// Returns the response with a value that something else than a Swift type declares.
  package func returning(_ value: SpokenValue) -> IntentResponse {
    var response = self
    response.value = value
    return response
  }

  /// Returns the response with changes of its card after the answer is given.
  ///
  /// ```swift
  /// return .success("Your ride is four minutes away.", card: ride.card).updating { display in
  ///   for try await ride in rides.changes { await display.show(ride.card) }
  /// }
  /// ```
  ///
  /// - Parameter work: Shows one card after the other. It is cancelled if something else is said or shown, or after
  ///   `IntentRuntime.Limits.updates`.
  public func updating(_ work: @escaping @Sendable (_ display: CardDisplay) async throws -> Void) -> IntentResponse {
    var response = self
    response.updates = CardUpdates(work)
    return response
  }

  /// Returns the response with another card, which does not change.
  package func showing(_ card: ResponseCard) -> IntentResponse {
    var response = self
    (response.card, response.updates) = (card, nil)
    return response
  }

  /// Returns the response with an activity that continues it; everything else of the response stays.
  ///
  /// - Parameter dialog: The dialog instead of the response's own; nil to keep that.
  package func leading(to activity: Activity, as code: Code, saying dialog: String? = nil) -> IntentResponse {
    var response = self
    (response.code, response.dialog, response.activity) = (code, dialog ?? self.dialog, activity)
    return response
  }

  /// Returns a response for a request that can be performed; with a dialog, the person must confirm it first.
  public static func ready(_ dialog: String = "") -> IntentResponse {
    IntentResponse(code: .ready, dialog: dialog)
  }

  /// Returns a response for a request that is in progress and takes longer.
  public static func inProgress(_ dialog: String, card: ResponseCard? = nil) -> IntentResponse {
    IntentResponse(code: .inProgress, dialog: dialog, card: card)
  }

  /// Returns a response for a request that succeeded.
  public static func success(_ dialog: String, card: ResponseCard? = nil, activity: Activity? = nil) -> IntentResponse {
    IntentResponse(code: .success, dialog: dialog, card: card, activity: activity)
  }

  /// Returns a response for a request that failed.
  public static func failure(_ dialog: String) -> IntentResponse {
    IntentResponse(code: .failure, dialog: dialog)
  }

  /// Returns a response for a request that only the app can perform.
  public static func failureRequiringAppLaunch(_ dialog: String, activity: Activity? = nil) -> IntentResponse {
    IntentResponse(code: .failureRequiringAppLaunch, dialog: dialog, activity: activity)
  }

  /// Returns a response for a request that the app continues.
  public static func continueInApp(_ dialog: String, activity: Activity, card: ResponseCard? = nil) -> IntentResponse {
    IntentResponse(code: .continueInApp, dialog: dialog, card: card, activity: activity)
  }
}

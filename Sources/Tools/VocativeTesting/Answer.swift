/// The outcome of a request.
public struct Answer: Equatable, Sendable {
  /// The understood request; nil if it was not understood.
  public private(set) var request: IntentRequest?
  /// The response code; nil if there is no response.
  public private(set) var code: IntentResponse.Code?
  /// The spoken dialog of the response; nil if there is none.
  public private(set) var dialog: String?
  /// The displayed card; nil if there is none.
  public private(set) var card: ResponseCard?
  /// The question instead of a response; nil if there is none.
  public private(set) var question: String?

  /// The understood intent; nil if the request was not understood.
  public var intent: String? { request?.intent }
  /// The slots of the understood request.
  public var slots: [String: String] { request?.values ?? [:] }

  /// Creates the outcome from the events of one request.
  public init(_ events: [TurnEvent]) {
    for event in events {
      switch event.kind {
      case .understood(_, let intent, let slots, _): request = IntentRequest(intent: intent, values: slots)
      case .responded(_, let code, let dialog, let card): (self.code, self.dialog, self.card) = (code, dialog, card)
      case .updated(_, let card): self.card = card
      case .asked(let dialog, _): question = dialog
      case .spotted, .rejected, .error: break
      }
    }
  }
}

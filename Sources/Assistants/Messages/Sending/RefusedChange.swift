import VocativeIntents

/// A message, or a change of one, that waited and that the transport then refused for good.
public struct RefusedChange: Equatable, Sendable, Identifiable {
  /// The permanent identifier.
  public let id: Int64
  /// The identifier of the message.
  public let message: SentMessage.ID
  /// The refused action.
  public let action: MessageEvent.Action
  /// The recipients of the message.
  public let recipients: [Recipient]
  /// The reason.
  public let refusal: MessageRefusal

  /// The alert that tells the person about it once.
  var alert: Alert {
    let verb =
      switch action {
      case .send: "send"
      case .edit: "change"
      case .unsend: "unsend"
      }
    let names = recipients.isEmpty ? "" : " to \(recipients.dialogNames)"
    let reason = refusal.reason.map { ": \($0)" } ?? "."
    return Alert(id: String(id), dialog: "I couldn't \(verb) your message\(names)\(reason)", style: .isSaid)
  }
}

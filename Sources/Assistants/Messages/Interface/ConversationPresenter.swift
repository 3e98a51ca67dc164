public import VocativeIntents
public import VocativeResponse

/// Shows messages as a conversation with senders, times and attachments.
public final class ConversationPresenter: ReplacingPresenter {
  /// Creates a presenter that has nothing to show yet.
  public init() {}

  /// Shows all messages of the response in one view.
  public func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    var shown: Set<InterfaceParameter> = []
    var messages: [(message: ResponseMessage, label: String)] = []
    for (parameter, row) in interaction.response.card?.rowsByParameter ?? [] {
      guard case .message(let message) = row.value else { continue }
      shown.insert(parameter)
      messages.append((message, row.label))
    }
    guard !parameters.isDisjoint(with: shown) else { return .none }
    if messages.count == 1 { return Presentation(Self.view(of: messages[0].message, from: ""), showing: shown) }
    let views = messages.map { message, label in
      Self.view(of: message, from: [message.sender, label].compactMap(\.self).joined(separator: " · "))
    }
    return Presentation(.list(views), showing: shown)
  }

  /// - Parameter from: The sender and the time; empty if the card already shows them.
  private static func view(of message: ResponseMessage, from: String) -> InterfaceView {
    let attachments = message.attachments.flatMap(images).map(InterfaceView.image)
    return .stack([.text(from, .caption), .text(message.text)].filter { !$0.isEmpty } + attachments)
  }

  /// The pictures of the attachment, or a symbol if it has none.
  private static func images(of attachment: ResponseAttachment) -> [InterfaceImage] {
    let count = attachment.pictures.count
    guard count > 0 else { return [InterfaceImage(.symbol(attachment.symbol), description: attachment.written)] }
    return attachment.pictures.enumerated().map { index, picture in
      InterfaceImage(.file(picture), description: attachment.written + (count > 1 ? ", number \(index + 1)" : ""))
    }
  }
}

public import VocativeIntents
public import VocativeResponse

/// Shows messages as a conversation: who wrote what when, and what came with it.
public final class ConversationPresenter: ReplacingPresenter {
  /// A presenter that was not configured yet.
  public init() {}

  /// Shows every message of the response in one view.
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

  /// - Parameter from: Who has written it, and when; empty where the card says so already.
  private static func view(of message: ResponseMessage, from: String) -> InterfaceView {
    let attachments = message.attachments.map {
      InterfaceView.image(InterfaceImage(.symbol($0.symbol), description: $0.written))
    }
    return .stack([.text(from, .caption), .text(message.text)].filter { !$0.isEmpty } + attachments)
  }
}

public import VocativeResponse

/// How Messages is shown.
public enum MessagesInterface {
  /// Messages as a conversation.
  public static let presenters: [any ResponsePresenter.Type] = [ConversationPresenter.self]
}

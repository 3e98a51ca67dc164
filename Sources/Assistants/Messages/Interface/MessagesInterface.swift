public import VocativeResponse

/// The presenters of the messages assistant.
public enum MessagesInterface {
  /// A presenter that shows messages as a conversation.
  public static let presenters: [any ResponsePresenter.Type] = [ConversationPresenter.self]
}

public import VocativeIntents
import VocativeUnderstanding

/// Marks unread messages as read, without reading them aloud.
public struct MarkAsRead: Intent {
  /// The title of the intent.
  public static let title = "Mark messages as read"
  @Parameter(title: "Contact", disambiguationPrompt: "Who do you mean") var contact: Contact?
  @Parameter(title: "Group") var group: ContactGroup?
  @Dependency private var store: MessagesStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Marks the messages from the contact or in the group, or all.
  public func perform() async throws -> IntentResponse {
    let thread = contact.map { MessageThread.from($0.id) } ?? group.map { .inGroup($0.id) }
    let whose = (contact.map { " from \($0.dialogName)" } ?? "") + (group.map { " \($0.inDialog)" } ?? "")
    let count = try await store.markAllAsRead(in: thread)
    return .success(
      count == 0 ? "There are no unread messages\(whose)." : "Marked \(SpokenNumber.count(count, "message"))\(whose) as read.")
  }
}

public import VocativeIntents
import VocativeMemory

/// A messaging assistant that reads, searches, sends, unsends and edits messages.
public enum MessagesAssistant {
  /// The name of the assistant on the command line.
  public static let name = "messages"

  /// Creates the assistant for a store.
  ///
  /// - Parameter transport: Delivers messages.
  /// - Throws: `AssistantError` if the declaration is invalid, which tests rule out.
  public static func make(
    store: MessagesStore, transport: any MessageTransport, clock: WallClock = WallClock()
  ) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(clock)
    let outbox = Outbox(store: store, transport: transport, clock: clock)
    dependencies.add(outbox)
    return try Assistant(
      name: name, wakePhrases: ["hey assistant"], dependencies: dependencies, pronunciations: ["unsend": "AH N S EH N D"],
      suggestedShortcuts: { [Shortcut(NewestMessage()), Shortcut(CountUnread())] },
      prepare: {
        @Dependency var vocabulary: Vocabulary
        try await store.update(vocabulary)
        // Deliver messages that were stored before a power failure and never sent.
        _ = await outbox.flush()
      }
    ) {
      reading
      sending
      search
      ShortcutIntents.feature
    }
  }

  private static var reading: Feature {
    Feature("Reading") {
      IntentDefinition(NewestMessage.self, phrases: ["read [me] my (newest|latest) message"])
      IntentDefinition(
        MessagesFromContact.self,
        phrases: ["read [the|my] messages from [my] \(\.$contact)", "what did [my] \(\.$contact) say"])
      // A contact and a group can have the same name. After "from", a group has "the" before its name or "group" after it.
      IntentDefinition(
        MessagesInGroup.self,
        phrases: [
          "read [the|my] messages in [the|my] \(\.$group) [group]", "read [the|my] messages from the \(\.$group) [group]",
          "read [the|my] messages from \(\.$group) group",
        ])
      IntentDefinition(
        CountUnread.self,
        phrases: ["how many (new|unread) messages do i have", "do i have [any] [new|unread] messages"])
    }
  }

  private static var sending: Feature {
    Feature("Sending") {
      IntentDefinition(
        SendMessage.self,
        phrases: [
          "send a message [to [the|my] \(\.$recipient)]", "send a message to [the|my] \(\.$recipient) saying \(\.$content)",
          "tell [the|my] \(\.$recipient) \(\.$content)",
        ])
      IntentDefinition(SendAttachment.self, phrases: ["send \(\.$kind) [to [the|my] \(\.$recipient)]"])
      IntentDefinition(
        UnsendMessage.self, phrases: ["unsend (that|my last message)", "unsend my [last] message to [the|my] \(\.$recipient)"])
      IntentDefinition(
        EditMessage.self,
        phrases: ["(edit|change) (that|my last message)", "(edit|change) my [last] message to [the|my] \(\.$recipient)"])
    }
  }

  private static var search: Feature {
    Feature("Search") {
      IntentDefinition(
        SearchForMessages.self,
        phrases: [
          "what messages came \(\.$day)", "what did [my] \(\.$contact) (say|write) \(\.$day)",
          "what was said in [the|my] \(\.$group) [group] \(\.$day)", "find messages [from [my] \(\.$contact)] [\(\.$day)]",
        ])
      IntentDefinition(
        SearchForAttachments.self,
        phrases: ["(find|which) messages (with|have) \(\.$kind) [from [my] \(\.$contact)]", "find [messages with] attachments"])
    }
  }
}

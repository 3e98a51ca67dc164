public import VocativeIntents

/// An assistant for messages: reads the newest, what a contact or a group wrote, and says how many are unread.
public enum MessagesAssistant {
  /// The name on the command line.
  public static let name = "messages"

  /// The assistant over a store.
  ///
  /// - Throws: Never in practice: the phrases are fixed and tested. `AssistantError` would name a fault of the declaration.
  public static func make(store: MessagesStore, clock: WallClock = WallClock()) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(clock)
    return try Assistant(name: name, wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(NewestMessage.self, phrases: ["read [me] my (newest|latest) message"])
      IntentDefinition(
        MessagesFromContact.self,
        phrases: ["read [the|my] messages from [my] \(\.$contact)", "what did [my] \(\.$contact) say"])
      // A contact and a group may have the same name: after "from", a group's has "the" before it or "group" behind it.
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
}

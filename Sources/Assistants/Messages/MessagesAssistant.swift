public import Logging
public import VocativeIntents
import VocativeMemory

/// A messaging assistant that reads, searches, sends, unsends and edits messages.
public enum MessagesAssistant {
  /// The name of the assistant on the command line.
  public static let name = "messages"

  /// Creates the assistant for a store.
  ///
  /// - Parameters:
  ///   - transport: Delivers messages.
  ///   - folders: The folders with contacts and received messages, which it follows; nil for none.
  ///   - timer: Measures how long deliveries take, and the time until what waits is sent again.
  ///   - logger: Receives the faults of their files and of the transport.
  /// - Throws: `AssistantError` if the declaration is invalid, which tests rule out.
  public static func make(
    store: MessagesStore, transport: any MessageTransport, folders: MessagesFolders? = nil, clock: WallClock = WallClock(),
    timer: any Clock<Duration> = ContinuousClock(), logger: Logger = Logger(label: "messages")
  ) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(clock)
    let outbox = Outbox(store: store, transport: transport, clock: clock, timer: timer, logger: logger)
    dependencies.add(outbox)
    let addressBook = folders.map { AddressBook(store: store, folders: [$0.ownContacts] + $0.contacts, logger: logger) }
    let inbox = folders.map { MessageInbox(folder: $0.inbox, store: store, clock: clock, logger: logger) }
    let refresh: @Sendable () async -> Void = {
      await addressBook?.refresh()
      await inbox?.refresh()
    }
    let update: @Sendable (Vocabulary) async throws -> Void = { vocabulary in
      let dropped = try await store.update(vocabulary)
      guard dropped > 0 else { return }
      logger.warning(
        "\(dropped) names of contacts without recent messages are not used; the maximum is \(Vocabulary.maxStrings)")
    }
    let assistant = try Assistant(
      name: name, wakePhrases: ["hey assistant"], dependencies: dependencies, pronunciations: ["unsend": "AH N S EH N D"],
      suggestedShortcuts: { [Shortcut(NewestMessage()), Shortcut(CountUnread())] },
      prepare: {
        @Dependency var vocabulary: Vocabulary
        await refresh()
        try await update(vocabulary)
      }
    ) {
      reading
      sending(by: transport)
      search
      ShortcutIntents.feature
    }
    let contacts = folders.map { ContactFolder(path: $0.ownContacts, store: store) }
    return assistant.offering(MessagesOperations.all(store, contacts: contacts, addressBook: addressBook, clock: clock))
      .refreshing {
        @Dependency var vocabulary: Vocabulary
        await refresh()
        do { try await update(vocabulary) } catch {
          // A program that ends cancels its requests.
          if !Task.isCancelled { logger.error("the names of contacts are not up to date: \(error)") }
        }
      }.announcing(MessagesFollower(outbox: outbox, clock: timer, refresh: refresh))
  }

  private static var reading: Feature {
    Feature("Reading") {
      IntentDefinition(NewestMessage.self, phrases: ["read [me] my (newest|latest) message"])
      IntentDefinition(NewMessages.self, phrases: ["read [me] [all] [the|my] [new|unread] messages"])
      IntentDefinition(
        MessagesFromContact.self,
        phrases: [
          "read [the|my] messages from [my] \(\.$contact)", "what did [my] \(\.$contact) say",
          "[do i have] any [new|unread] messages from [my] \(\.$contact)",
        ])
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
      IntentDefinition(
        MarkAsRead.self,
        phrases: [
          "mark [all] [my|the] messages as read", "mark [the|my] messages from [my] \(\.$contact) as read",
          "mark [the|my] messages in [the|my] \(\.$group) [group] as read",
        ])
    }
  }

  private static func sending(by transport: any MessageTransport) -> Feature {
    let network = FeatureConstraint.permission(.network, asking: "May I send messages over the network?")
    return Feature("Sending", constraints: transport.usesNetwork ? [network] : []) {
      IntentDefinition(
        SendMessage.self,
        phrases: [
          "send a (message|text)",
          "(text|message) [the|my] \(\.$recipient) [and [the|my] \(\.$recipient) [and [the|my] \(\.$recipient)]] [[that] \(\.$content)]",
          "send [the|my] \(\.$recipient) a (message|text) [saying \(\.$content)]",
          "send a (message|text) to [the|my] \(\.$recipient) [[[the|my] \(\.$recipient)] and [the|my] \(\.$recipient)]",
          "send a (message|text) to [the|my] \(\.$recipient) [[[the|my] \(\.$recipient)] and [the|my] \(\.$recipient)] saying \(\.$content)",
          // A comma has no sound: "tell Mom Danny and Alex are here" goes to Mom alone.
          "tell [the|my] \(\.$recipient) [and [the|my] \(\.$recipient) [and [the|my] \(\.$recipient)]] [that] \(\.$content)",
          "let [the|my] \(\.$recipient) know [that] \(\.$content)",
        ])
      IntentDefinition(
        ReplyToMessage.self,
        phrases: [
          "reply [to that]", "reply [to that] saying \(\.$content)", "reply to [the|my] \(\.$recipient)",
          "reply to [the|my] \(\.$recipient) saying \(\.$content)",
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
          "find \(\.$state) messages [from [my] \(\.$contact)] [\(\.$day)]",
          "find messages in [the|my] \(\.$group) [group] [\(\.$day)]",
          "find messages [from [my] \(\.$contact)] about \(\.$words)",
          "find messages [from [my] \(\.$contact)] since \(\.$since)",
          "find messages [from [my] \(\.$contact)] between \(\.$since) and \(\.$until)",
        ])
      IntentDefinition(
        SearchSentMessages.self,
        phrases: [
          "what did i (say|write) to [the|my] \(\.$recipient) [\(\.$day)]",
          "find [my] sent messages [to [the|my] \(\.$recipient)] [\(\.$day)]",
          "find [my] sent messages [to [the|my] \(\.$recipient)] about \(\.$words)",
          "find [my] sent messages [to [the|my] \(\.$recipient)] since \(\.$since)",
          "find [my] sent messages [to [the|my] \(\.$recipient)] between \(\.$since) and \(\.$until)",
        ])
      IntentDefinition(
        SearchForAttachments.self,
        phrases: ["(find|which) messages (with|have) \(\.$kind) [from [my] \(\.$contact)]", "find [messages with] attachments"])
    }
  }
}

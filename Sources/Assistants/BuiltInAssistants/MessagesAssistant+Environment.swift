import Logging
import Messages
import Vocative

extension MessagesAssistant {
  /// Creates the assistant with the data and the settings of this user.
  static func make(in environment: AssistantEnvironment) async throws -> Assistant {
    let (data, settings) = (AssistantLoader.dataFolder, AssistantLoader.configurationFolder)
    let folders = MessagesFolders(
      ownContacts: data + "/contacts", contacts: [settings + "/contacts", "/etc/vocative/contacts"],
      inbox: data + "/messages-inbox")
    func sample() throws -> Assistant {
      try make(store: MessagesStore(path: nil, hasSampleData: true), transport: NoTransport()).usingSampleData()
    }
    if environment.sampleData == .always { return try sample() }
    let store = try MessagesStore(path: AssistantLoader.storePath(for: name))
    if environment.sampleData == .ifEmpty {
      await AddressBook(store: store, folders: [folders.ownContacts] + folders.contacts, logger: environment.logger).refresh()
      if try await store.isEmpty() { return try sample() }
    }
    let transport = ProgramTransport(
      path: settings + "/messages-transport.yaml", runningAs: environment.handlerUser,
      otherwise: SpoolTransport(folder: data + "/messages-outbox"))
    // Messages wait until it is corrected.
    do { try transport.check() } catch { environment.logger.error("messages cannot be sent: \(error)") }
    return try make(store: store, transport: transport, folders: folders, logger: environment.logger)
  }
}

/// The transport of sample messages, which go nowhere.
private struct NoTransport: MessageTransport {
  func deliver(_ event: MessageEvent) {}
}

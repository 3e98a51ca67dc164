import Notes
import Vocative

extension NotesAssistant {
  /// Creates the assistant with the data of this user, or with sample data.
  static func make(in environment: AssistantEnvironment) async throws -> Assistant {
    func sample() throws -> Assistant { try make(store: NotesStore(path: nil, hasSampleData: true)).usingSampleData() }
    if environment.sampleData == .always { return try sample() }
    let store = try NotesStore(path: AssistantLoader.storePath(for: name))
    if environment.sampleData == .ifEmpty, try await store.notes().isEmpty { return try sample() }
    return try make(store: store)
  }
}

import Money
import Vocative

extension MoneyAssistant {
  /// Creates the assistant with the data of this user, or with sample data.
  static func make(in environment: AssistantEnvironment) async throws -> Assistant {
    func sample() throws -> Assistant { try make(store: MoneyStore(sampleAt: nil)).usingSampleData() }
    if environment.sampleData == .always { return try sample() }
    let store = try MoneyStore(path: AssistantLoader.storePath(for: name))
    if environment.sampleData == .ifEmpty, try await store.isEmpty() { return try sample() }
    return try make(store: store)
  }
}

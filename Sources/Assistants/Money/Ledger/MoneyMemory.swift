import VocativeIntents
package import VocativeMemory

extension AssistantMemory {
  /// Forgets what was learned about something that is gone.
  func forget(_ gone: some Entity, in store: MoneyStore) async throws {
    try await donations.delete(group: gone.donationGroup)
    try await suggestGoals(of: store)
  }

  /// Suggests the current goals by their current names.
  package func suggestGoals(of store: MoneyStore) async throws {
    try await shortcuts.setSuggestions(try await MoneyAssistant.suggestedShortcuts(store: store))
  }
}

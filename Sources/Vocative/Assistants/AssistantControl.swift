/// Lists, enables and disables the assistants of a daemon.
public protocol AssistantControl: Sendable {
  /// Returns every installed assistant with its state.
  ///
  /// - Throws: `AssistantStateError`.
  func listings() async throws -> [AssistantListing]

  /// Enables or disables an assistant; requests that run are finished first.
  ///
  /// - Throws: `UnknownAssistantError`, `AssistantStateError`, or the error of the remaining assistants.
  func set(_ name: String, isEnabled: Bool) async throws
}

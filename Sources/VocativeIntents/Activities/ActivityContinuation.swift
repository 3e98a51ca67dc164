/// How activities of a type are continued.
public struct ActivityContinuation: Sendable {
  /// The type it is for.
  public let type: ActivityType
  let continuation: @Sendable (Activity) async throws -> IntentResponse

  /// Continued by the assistant itself.
  public init(
    _ type: ActivityType, _ continuation: @escaping @Sendable (Activity) async throws -> IntentResponse
  ) {
    self.type = type
    self.continuation = continuation
  }
}

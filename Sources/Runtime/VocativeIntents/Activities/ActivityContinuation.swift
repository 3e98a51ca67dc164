package import Logging

/// The way in which activities of a type are continued.
public struct ActivityContinuation: Sendable {
  /// The part of the runtime that a continuation can use.
  package struct Surroundings: Sendable {
    /// The assistant's name.
    package let assistant: String
    /// The conversation in which the activity is continued; empty outside of one.
    package let session: String
    /// Whether the activity's values must be kept out of every log.
    package let isPrivate: Bool
    /// How long the parts of a continuation may take.
    package let limits: IntentRuntime.Limits
    /// The clock for these limits.
    package let clock: any Clock<Duration>
    /// The runtime's logger.
    package let logger: Logger
  }

  /// The type of the activities.
  public let type: ActivityType
  /// The fault of the declaration; nil if it is valid.
  package let fault: String?
  /// Continues an activity; an error is logged and becomes a failure with a dialog.
  let run: @Sendable (Activity, Surroundings) async -> IntentResponse
  /// Returns the present title of an activity; nil if its own stays.
  private(set) var title: @Sendable (Activity) async throws -> String? = { _ in nil }

  /// A continuation that logs its own errors.
  ///
  /// - Parameter fault: The fault of the declaration; nil if it is valid.
  package init(
    _ type: ActivityType, fault: String?, run: @escaping @Sendable (Activity, Surroundings) async -> IntentResponse
  ) {
    self.type = type
    self.fault = fault
    self.run = run
  }

  /// Creates a continuation that the assistant performs itself.
  public init(
    _ type: ActivityType, _ continuation: @escaping @Sendable (Activity) async throws -> IntentResponse
  ) {
    self.init(type, fault: nil) { activity, surroundings in
      do {
        return try await continuation(activity)
      } catch {
        surroundings.logger.error(
          "\(type.identifier) could not be continued\(surroundings.isPrivate ? "" : ": \(error)")")
        return .broken
      }
    }
  }

  /// Returns the continuation of activities whose subjects can be renamed, which are then offered by their present titles.
  ///
  /// - Parameter title: Returns the present title of an activity; nil if its subject is gone, so that its own title stays.
  public func titled(_ title: @escaping @Sendable (Activity) async throws -> String?) -> ActivityContinuation {
    var continuation = self
    continuation.title = title
    return continuation
  }
}

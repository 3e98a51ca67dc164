public import Logging

/// What an intent may know about the request it is performed for.
public struct IntentContext: Sendable {
  /// The assistant's name.
  public let assistant: String
  /// Who asked.
  public let source: IntentSource
  /// The conversation the request belongs to.
  public let session: String
  /// The features the intent belongs to and its name, from the outermost in.
  public let topic: String
  /// The room in which it was asked; nil where nobody has named it.
  public let room: String?
  /// A logger that knows the topic, the source and the session.
  public let logger: Logger
  /// Answers what an intents file leaves to others; nil where nobody does.
  package let delegate: (any RequestDelegate)?
  let updates: AsyncStream<IntentResponse>.Continuation?

  /// The context of the request that is being performed; nil outside of one.
  @TaskLocal public static var current: IntentContext?

  /// Tells the person how it is coming along, while the intent goes on.
  public func report(_ dialog: String) { updates?.yield(.inProgress(dialog)) }
}

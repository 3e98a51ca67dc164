public import Logging

/// The context in which an intent is performed.
public struct IntentContext: Sendable {
  /// The name of the assistant.
  public let assistant: String
  /// The source of the request.
  public let source: IntentSource
  /// The conversation of the request.
  public let session: String
  /// The path of the intent from the assistant through its features to its name.
  public let topic: String
  /// The room of the request; nil if the room has no name.
  public let room: String?
  /// A logger with the topic, the source and the session as metadata.
  public let logger: Logger
  /// The number of the request, which stays the same while the person is asked.
  package let request: Int
  /// Whether the request must be kept out of every log.
  package let isPrivate: Bool
  /// The delegate for requests that an intents file leaves to other programs; nil if there is none.
  package let delegate: (any RequestDelegate)?
  /// The sentence of the request without an address; nil if there is none, as in a shortcut.
  package let sentence: String?
  package let progress: AsyncStream<IntentProgress>.Continuation?
  /// Asks the person while the intent is performed; nil if it is not performed.
  package let ask: (@Sendable (PerformanceQuestion) async throws -> PerformanceAnswer)?

  /// The context of the current request; nil outside of a request.
  @TaskLocal public static var current: IntentContext?

  /// Reports progress to the person while the intent is performed; the last card stays.
  public func report(_ dialog: String) { progress?.yield(IntentProgress(dialog: dialog)) }

  /// Shows progress while the intent is performed.
  ///
  /// - Parameters:
  ///   - card: The card with the values of now, instead of the last one.
  ///   - dialog: The dialog to say with it; nil to change the card without a word.
  public func report(_ card: ResponseCard, saying dialog: String? = nil) {
    progress?.yield(IntentProgress(dialog: dialog, card: card))
  }
}

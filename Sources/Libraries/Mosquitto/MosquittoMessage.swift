/// A message on a topic.
public struct MosquittoMessage: Equatable, Sendable {
  /// The topic, without wildcards.
  public let topic: String
  /// The payload.
  public let payload: [UInt8]
  /// Whether the broker retains the message for later subscribers, or sent it because it was retained.
  public let isRetained: Bool

  /// Creates a message.
  public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }

  /// Creates a message with a text payload.
  public init(topic: String, text: String, isRetained: Bool = false) {
    self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
  }

  /// The payload as text; nil if it is not valid UTF-8.
  public var text: String? { String(validating: payload, as: UTF8.self) }
}

/// Why messages are dropped.
public enum MosquittoDropReason: Hashable, Sendable {
  /// The payload exceeds the limit.
  case tooLarge
  /// Too many messages are unread.
  case tooMany
}

/// An event of a client.
public enum MosquittoEvent: Equatable, Sendable {
  /// The broker has accepted the client, and the subscriptions have been sent.
  case connected
  /// The connection has lasted for the settling time of the limits.
  case settled
  /// The broker has confirmed a subscription; its retained messages come next.
  case subscribed
  /// There is no connection, or it has been lost; the client tries again by itself.
  case disconnected(MosquittoError)
  /// Messages were dropped since the last event of this reason was read; `droppedMessages` counts them.
  case dropped(MosquittoDropReason)
  /// A message was received; `arrival` is the time it was read from the network, before any wait in the queue.
  case received(MosquittoMessage, arrival: ContinuousClock.Instant)
}

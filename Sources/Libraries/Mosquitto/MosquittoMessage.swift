/// A message on a topic.
public struct MosquittoMessage: Equatable, Sendable {
  /// The topic, without wildcards.
  public let topic: String
  /// What is said.
  public let payload: [UInt8]
  /// Whether the broker keeps it, or has kept it, for who subscribes later.
  public let isRetained: Bool

  /// A message.
  public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }

  /// A message that is a text.
  public init(topic: String, text: String, isRetained: Bool = false) {
    self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
  }

  /// The payload as a text; nil where it is none.
  public var text: String? { String(validating: payload, as: UTF8.self) }
}

/// What happens to a client, in order.
public enum MosquittoEvent: Equatable, Sendable {
  /// The broker has taken the client, whose subscriptions are on their way.
  case connected
  /// A subscription is served; what was retained comes next.
  case subscribed
  /// There is no connection, or none any more; the next attempt follows by itself.
  case disconnected(MosquittoError)
  /// Somebody has sent something, which arrived when the network was read, however long it then waited for its reader.
  case received(MosquittoMessage, arrival: ContinuousClock.Instant)
}

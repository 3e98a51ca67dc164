import Logging
import VocativeIntents

/// The owner's messages on their way out.
struct Outbox: Sendable {
  let store: MessagesStore
  let transport: any MessageTransport
  let clock: WallClock

  /// Stores a message, and tells the transport.
  func send(_ body: String, to recipient: Recipient) async throws -> (message: SentMessage, isDelivered: Bool) {
    let message = try await store.send(body, to: recipient, date: clock.now())
    return (message, await flush())
  }

  /// Tells the transport what it was not told yet; false when it refuses, and then it is told again next time.
  func flush() async -> Bool {
    do {
      try await store.flush(to: transport)
      return true
    } catch {
      IntentContext.current?.logger.error("the transport does not take messages: \(error)")
      return false
    }
  }
}

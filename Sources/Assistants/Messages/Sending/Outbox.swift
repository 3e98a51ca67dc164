import Logging
import VocativeIntents

/// Stores outgoing messages and passes them to the transport.
struct Outbox: Sendable {
  let store: MessagesStore
  let transport: any MessageTransport
  let clock: WallClock

  /// Stores a message and passes it to the transport.
  func send(_ body: String, to recipient: Recipient) async throws -> (message: SentMessage, isDelivered: Bool) {
    let message = try await store.send(body, to: recipient, date: clock.now())
    return (message, await flush())
  }

  /// Passes all undelivered events to the transport; returns false if delivery fails, which is retried next time.
  func flush() async -> Bool {
    do {
      try await store.flush(to: transport)
      return true
    } catch {
      IntentContext.current?.logger.error("the transport does not accept messages: \(error)")
      return false
    }
  }
}

import Mosquitto
import Synchronization

/// A queue of unread messages about shared items, and the current connection.
final class SharingInbox: Sendable {
  /// The contents of the inbox at the time of reading.
  struct Contents {
    /// The connected client and the number of its connection; nil without a connection.
    let connection: (client: MosquittoClient, number: Int)?
    let messages: [MosquittoMessage]
    /// Whether messages were dropped.
    let isIncomplete: Bool
  }

  private struct State {
    var client: MosquittoClient?
    var number = 0
    var messages: [MosquittoMessage] = []
    var bytes = 0
    var isIncomplete = false
  }

  private static let maxMessages = 2048
  private static let maxBytes = 8 << 20

  private let state = Mutex(State())
  private let signal: AsyncStream<Void>.Continuation
  /// Signals that messages are waiting, or that it is time to check for local changes.
  let signals: AsyncStream<Void>

  init() { (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

  func connect(_ client: MosquittoClient) {
    state.withLock { state in
      (state.client, state.number) = (client, state.number + 1)
      (state.messages, state.bytes, state.isIncomplete) = ([], 0, false)
    }
    look()
  }

  func disconnect() {
    state.withLock { state in (state.client, state.messages, state.bytes, state.isIncomplete) = (nil, [], 0, false) }
    look()
  }

  /// Records that messages were dropped before they arrived here.
  func lose() {
    state.withLock { state in state.isIncomplete = state.client != nil }
    look()
  }

  func put(_ message: MosquittoMessage) {
    state.withLock { state in
      let bytes = message.topic.utf8.count + message.payload.count
      guard state.client != nil else { return }
      guard state.messages.count < Self.maxMessages, state.bytes + bytes <= Self.maxBytes else {
        state.isIncomplete = true
        return
      }
      state.messages.append(message)
      state.bytes += bytes
    }
    look()
  }

  /// Requests a check.
  func look() { signal.yield() }

  func read() -> Contents {
    state.withLock { state in
      defer { (state.messages, state.bytes, state.isIncomplete) = ([], 0, false) }
      return Contents(
        connection: state.client.map { ($0, state.number) }, messages: state.messages, isIncomplete: state.isIncomplete)
    }
  }
}

import Synchronization

/// A bounded queue of events from the network thread to their reader.
final class MosquittoQueue: Sendable {
  private struct Fill {
    var messages = 0
    var bytes = 0
    var dropped = 0
  }

  private let fill = Mutex(Fill())
  private let limits: MosquittoConfiguration.Limits
  private let continuation: AsyncStream<MosquittoEvent>.Continuation
  fileprivate let stream: AsyncStream<MosquittoEvent>

  init(limits: MosquittoConfiguration.Limits) {
    self.limits = limits
    (stream, continuation) = AsyncStream.makeStream(of: MosquittoEvent.self)
  }

  var events: MosquittoEvents { MosquittoEvents(queue: self) }

  /// The number of messages dropped because the queue was full.
  var droppedCount: Int { fill.withLock { $0.dropped } }

  /// Appends an event; a message is dropped if the queue is full.
  func send(_ event: MosquittoEvent) {
    if case .received(let message, _) = event, !accepts(message) { return }
    continuation.yield(event)
  }

  func drop() { fill.withLock { $0.dropped += 1 } }

  func finish() { continuation.finish() }

  private func accepts(_ message: MosquittoMessage) -> Bool {
    fill.withLock { fill in
      let size = message.size
      guard fill.messages < limits.queuedMessages, fill.bytes + size <= limits.queuedBytes else {
        fill.dropped += 1
        return false
      }
      fill.messages += 1
      fill.bytes += size
      return true
    }
  }

  fileprivate func took(_ event: MosquittoEvent) {
    guard case .received(let message, _) = event else { return }
    fill.withLock { fill in
      fill.messages -= 1
      fill.bytes -= message.size
    }
  }
}

/// The events of a client, in order, for one reader.
public struct MosquittoEvents: AsyncSequence, Sendable {
  fileprivate let queue: MosquittoQueue

  /// Creates an iterator over the events.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue, base: queue.stream.makeAsyncIterator()) }

  /// An iterator that returns nil once the client is closed.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let queue: MosquittoQueue
    fileprivate var base: AsyncStream<MosquittoEvent>.AsyncIterator

    /// Returns the next event.
    public mutating func next() async -> MosquittoEvent? {
      let event = await base.next()
      if let event { queue.took(event) }
      return event
    }
  }
}

extension MosquittoMessage {
  /// The message's size in the queue, in bytes.
  fileprivate var size: Int { topic.utf8.count + payload.count }
}

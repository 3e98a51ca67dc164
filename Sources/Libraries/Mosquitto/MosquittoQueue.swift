import Synchronization

/// A bounded queue of events from the network thread to their reader.
final class MosquittoQueue: Sendable {
  private struct Fill {
    var messages = 0
    var bytes = 0
    var dropped = 0
    /// The reasons of unread events about dropped messages.
    var reported: Set<MosquittoDropReason> = []
  }

  /// The maximum size of the unread messages, in bytes.
  private static let maxBytes = 4 << 20

  private let fill = Mutex(Fill())
  private let limits: MosquittoConfiguration.Limits
  private let continuation: AsyncStream<MosquittoEvent>.Continuation
  fileprivate let stream: AsyncStream<MosquittoEvent>

  init(limits: MosquittoConfiguration.Limits) {
    self.limits = limits
    (stream, continuation) = AsyncStream.makeStream(of: MosquittoEvent.self)
  }

  var events: MosquittoEvents { MosquittoEvents(queue: self) }

  /// The number of dropped messages.
  var droppedCount: Int { fill.withLock { $0.dropped } }

  /// Appends an event; a message is dropped if the queue is full.
  func send(_ event: MosquittoEvent) {
    if case .received(let message, _) = event, !accepts(message) { return drop(.tooMany) }
    continuation.yield(event)
  }

  /// Counts a dropped message, and reports it unless an earlier report is unread: the queue must not grow with each.
  func drop(_ reason: MosquittoDropReason) {
    let isNew = fill.withLock { fill in
      fill.dropped += 1
      return fill.reported.insert(reason).inserted
    }
    if isNew { continuation.yield(.dropped(reason)) }
  }

  func finish() { continuation.finish() }

  private func accepts(_ message: MosquittoMessage) -> Bool {
    fill.withLock { fill in
      let size = message.size
      guard fill.messages < limits.queuedMessages, fill.bytes + size <= Self.maxBytes else { return false }
      fill.messages += 1
      fill.bytes += size
      return true
    }
  }

  fileprivate func took(_ event: MosquittoEvent) {
    switch event {
    case .received(let message, _):
      fill.withLock { fill in
        fill.messages -= 1
        fill.bytes -= message.size
      }
    case .dropped(let reason): fill.withLock { _ = $0.reported.remove(reason) }
    case .connected, .settled, .subscribed, .disconnected: break
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

import CMosquitto
import Foundation
import Synchronization

/// A client of an MQTT broker, which connects again whenever the connection is lost, until it is closed.
///
/// What is sent while there is no connection is refused and not kept: whoever has something that must be known says it again when
/// `connected` is told. The network has a thread of its own.
public final class MosquittoClient: Sendable {
  private struct State {
    var connection: MosquittoConnection?
    var isConnected = false
    var isBegun = false
    var isClosed = false
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let configuration: MosquittoConfiguration
  private let queue: MosquittoQueue
  private let state = Mutex(State())
  private let closing = DispatchSemaphore(value: 0)

  /// A client that does nothing yet.
  public init(_ configuration: MosquittoConfiguration) {
    self.configuration = configuration
    queue = MosquittoQueue(limits: configuration.limits)
  }

  deinit { close() }

  /// What happens, in order; for one reader.
  public var events: MosquittoEvents { queue.events }

  /// Messages that were thrown away, because they were too large or nobody looked at them in time.
  public var droppedMessages: Int { queue.droppedCount }

  /// Whether a broker has taken the client.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// Begins to connect; once.
  public func begin() {
    let begins = state.withLock { state in
      defer { state.isBegun = true }
      return !state.isBegun && !state.isClosed
    }
    guard begins else { return }
    let attempts = MosquittoAttempts(configuration: configuration, queue: queue, closing: closing) { [weak self] change in
      self?.take(change) ?? false
    }
    let thread = Thread { attempts.run() }
    thread.name = "mqtt"
    thread.start()
  }

  /// Sends a message at once, or not at all.
  ///
  /// A message that the broker keeps is sent until the broker has confirmed it; any other once.
  ///
  /// - Throws: `MosquittoError` when there is no connection, or too much is on its way.
  public func publish(_ message: MosquittoMessage) throws(MosquittoError) {
    guard let connection = state.withLock({ $0.isConnected ? $0.connection : nil }) else { throw .notConnected }
    try connection.publish(message)
  }

  /// Listens to more topics for as long as this connection lasts; what the broker has kept of them comes first.
  ///
  /// What is published afterwards reaches the broker after this.
  ///
  /// - Throws: `MosquittoError` when there is no connection.
  public func subscribe(to topics: String) throws(MosquittoError) {
    guard let connection = state.withLock({ $0.isConnected ? $0.connection : nil }) else { throw .notConnected }
    try connection.subscribe(to: topics)
  }

  /// Says goodbye to the broker, which then does not tell the will, and does nothing more.
  public func close() {
    let connection = state.withLock { state -> MosquittoConnection? in
      state.isClosed = true
      state.isConnected = false
      if !state.isBegun { state.hasEnded = true }
      return state.connection
    }
    connection?.disconnect()
    closing.signal()
    if state.withLock({ $0.hasEnded }) { queue.finish() }
  }

  /// Waits until nothing happens any more after `close()`.
  public func ended() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiting.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// Takes what the thread tells; false when it is to end.
  private func take(_ change: MosquittoAttempts.Change) -> Bool {
    switch change {
    case .begins(let connection):
      return state.withLock { state in
        if !state.isClosed { state.connection = connection }
        return !state.isClosed
      }
    case .connected:
      return state.withLock { state in
        state.isConnected = !state.isClosed
        return !state.isClosed
      }
    case .lost:
      return state.withLock { state in
        (state.connection, state.isConnected) = (nil, false)
        return !state.isClosed
      }
    case .ended:
      let waiting = state.withLock { state in
        state.hasEnded = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
      return false
    }
  }
}

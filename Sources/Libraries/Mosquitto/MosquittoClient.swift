import CMosquitto
import Foundation
import Synchronization

/// An MQTT client that reconnects whenever the connection is lost, until it is closed.
///
/// Messages published without a connection are refused, not queued. Publish state that subscribers need again after each
/// `connected` event. The client runs its network traffic on a thread of its own.
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

  /// Creates a client that is not connected yet.
  public init(_ configuration: MosquittoConfiguration) {
    self.configuration = configuration
    queue = MosquittoQueue(limits: configuration.limits)
  }

  deinit { close() }

  /// The client's events, in order; supports one reader.
  public var events: MosquittoEvents { queue.events }

  /// The number of messages dropped because they were too large or not read in time.
  public var droppedMessages: Int { queue.droppedCount }

  /// Whether a broker has accepted the client.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// Starts connecting; call it once.
  public func begin() {
    let begins = state.withLock { state in
      defer { state.isBegun = true }
      return !state.isBegun && !state.isClosed
    }
    guard begins else { return }
    let attempts = MosquittoAttempts(configuration: configuration, queue: queue, closing: closing) { [weak self] change in
      self?.receive(change) ?? false
    }
    let thread = Thread { attempts.run() }
    thread.name = "mqtt"
    thread.start()
  }

  /// Sends a message immediately, or fails.
  ///
  /// Retained messages are sent with acknowledgement (QoS 1), all others once (QoS 0).
  ///
  /// - Throws: `MosquittoError` if there is no connection or too many messages are in flight.
  public func publish(_ message: MosquittoMessage) throws(MosquittoError) {
    guard let connection = state.withLock({ $0.isConnected ? $0.connection : nil }) else { throw .notConnected }
    try connection.publish(message)
  }

  /// Subscribes to more topics for the rest of this connection; their retained messages arrive first.
  ///
  /// The broker receives this request before any message that is published later.
  ///
  /// - Throws: `MosquittoError` if there is no connection.
  public func subscribe(to topics: String) throws(MosquittoError) {
    guard let connection = state.withLock({ $0.isConnected ? $0.connection : nil }) else { throw .notConnected }
    try connection.subscribe(to: topics)
  }

  /// Disconnects cleanly, so that the broker does not publish the will, and stops the client.
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

  /// Waits until the client has stopped after `close()`.
  public func ended() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiting.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// Handles a change reported by the thread; returns false if the thread should end.
  private func receive(_ change: MosquittoAttempts.Change) -> Bool {
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

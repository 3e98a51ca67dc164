import CCurl
import Foundation
import Synchronization

extension CurlRequest {
  /// Sends the request and returns the response, whatever its status is.
  ///
  /// Redirects are not followed, proxies of the environment are not used, and certificates are checked against the authorities of the
  /// system. Each request has a separate connection and thread. Cancelling the task ends the request immediately.
  public func response() async throws(CurlError) -> CurlResponse {
    try await withThread { cancellation throws(CurlError) in
      let transfer = try CurlTransfer(self)
      return try run(transfer, until: cancellation)
    }
  }

  /// Connects to the server without sending a request, and returns a connected local socket.
  ///
  /// The server receives what is written to the socket, and sends what is read from it; libcurl encrypts the connection if the
  /// address begins with `https://`. The caller closes the socket, and thereby the connection. If the connection is lost, the socket is
  /// at its end.
  public func connectedSocket() async throws(CurlError) -> Int32 {
    try await withThread { cancellation throws(CurlError) in
      let transfer = try CurlTransfer(self, onlyConnects: true)
      _ = try run(transfer, until: cancellation)
      let relay = try CurlRelay(transfer)
      relay.start()
      return relay.socket
    }
  }

  /// Performs work on a thread of its own, because libcurl blocks while it waits for the server.
  private func withThread<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws(CurlError) -> Value
  ) async throws(CurlError) -> Value {
    let cancellation = Cancellation()
    let result: Result<Value, CurlError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            returning: Result { () throws(CurlError) in
              let initialization = Self.initialization
              guard initialization == CURLE_OK else { throw CurlError("curl_global_init", initialization) }
              return try work(cancellation)
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func run(_ transfer: CurlTransfer, until cancellation: Cancellation) throws(CurlError) -> CurlResponse {
    guard cancellation.begin(transfer.wakeUp) else { throw .cancelled }
    // Nothing wakes the transfer up after it is freed.
    defer { withExtendedLifetime(transfer) { cancellation.end() } }
    return try transfer.run { cancellation.isCancelled }
  }

  /// Initializes the library once.
  private static let initialization = vocative_curl_init()
}

extension CurlError {
  static let cancelled = CurlError("curl_multi_poll", code: .cancelled, reason: "the request was cancelled")
}

/// Passes the cancellation of a task to the thread of its request.
private final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var wakeUp: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Sets the function that wakes the thread; returns false if the task is already cancelled.
  func begin(_ wakeUp: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if !state.isCancelled { state.wakeUp = wakeUp }
      return !state.isCancelled
    }
  }

  func cancel() {
    // Under the lock: the transfer can't be freed while it is woken up.
    state.withLock { state in
      state.isCancelled = true
      state.wakeUp?()
    }
  }

  func end() { state.withLock { $0.wakeUp = nil } }
}

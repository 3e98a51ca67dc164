import CCurl
import Foundation
import Synchronization

extension CurlRequest {
  /// Sends the request and returns the response, whatever its status is.
  ///
  /// Redirects are not followed, proxies of the environment are not used, and certificates are checked against the authorities of the
  /// system. Each request has a separate connection and thread. Cancelling the task ends the request immediately.
  public func response() async throws(CurlError) -> CurlResponse {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // libcurl blocks while it waits for the server.
        Thread.detachNewThread {
          let result = Result { () throws(CurlError) in try self.perform(until: cancellation) }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func perform(until cancellation: Cancellation) throws(CurlError) -> CurlResponse {
    let initialization = Self.initialization
    guard initialization == CURLE_OK else { throw CurlError("curl_global_init", initialization) }
    let transfer = try CurlTransfer(self)
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

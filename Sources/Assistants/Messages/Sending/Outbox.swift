import Logging
import Synchronization
import VocativeIntents

/// Stores outgoing messages and passes them to the transport.
final class Outbox: Sendable {
  /// The state of a message.
  enum Delivery: Equatable, Sendable {
    /// The transport has it.
    case delivered
    /// The transport will get it later.
    case waiting
    /// The transport will never take it.
    case refused(MessageRefusal)
  }

  let store: MessagesStore
  let transport: any MessageTransport
  let clock: WallClock
  private let timer: any Clock<Duration>
  private let logger: Logger
  private let faults = FaultLog()
  private let last = Mutex<Task<Void, Never>?>(nil)
  /// The messages whose requests answer with what became of them.
  private let awaited = Mutex<[SentMessage.ID]>([])

  /// - Parameters:
  ///   - timer: Measures how long deliveries take.
  ///   - logger: Receives the faults of the transport.
  init(store: MessagesStore, transport: any MessageTransport, clock: WallClock, timer: any Clock<Duration>, logger: Logger) {
    (self.store, self.transport, self.clock, self.timer, self.logger) = (store, transport, clock, timer, logger)
  }

  /// Stores a message and passes it to the transport.
  func send(
    _ body: String, to recipients: [Recipient], answering answered: Message.ID? = nil
  ) async throws -> (message: SentMessage, delivery: Delivery) {
    let message = try await store.send(body, to: recipients, answering: answered, date: clock.now())
    return (message, await deliver(message.id))
  }

  /// Unsends a message; returns nil if it does not exist anymore.
  func unsend(_ message: SentMessage.ID) async throws -> SentMessageChange? {
    await finishFlush()
    return try await store.unsend([message], date: clock.now())
  }

  /// Changes the text of a message; returns nil if it does not exist anymore, or is not a text message.
  func edit(_ message: SentMessage.ID, body: String) async throws -> SentMessageChange? {
    await finishFlush()
    return try await store.edit(message, body: body, date: clock.now())
  }

  /// Waits for the program that may be sending a message, which nothing can change in the meantime.
  private func finishFlush() async { await last.withLock { $0 }?.value }

  /// Passes all undelivered events to the transport, and returns what became of a message.
  func deliver(_ message: SentMessage.ID) async -> Delivery {
    awaited.withLock { $0.append(message) }
    defer { awaited.withLock { awaited in awaited.firstIndex(of: message).map { _ = awaited.remove(at: $0) } } }
    await flush()
    do {
      return try await store.takeDelivery(of: message)
    } catch {
      // A refusal that cannot be read now is announced later, also one of a request that was given up.
      if !Task.isCancelled { logger.error("the outbox cannot be read: \(error)") }
      return .waiting
    }
  }

  /// Returns the refusals that no request answers with.
  func refusals() async throws -> [RefusedChange] {
    let refusals = try await store.refusals()
    return awaited.withLock { awaited in refusals.filter { !awaited.contains($0.message) } }
  }

  /// Passes all undelivered events to the transport, one program at a time.
  func flush() async {
    let flush = last.withLock { last in
      let task = Task { [former = last] in
        await former?.value
        do {
          try await store.flush(to: transport, clock: timer)
          faults.clear()
        } catch {
          // The follower tries waiting events again every minute.
          if !Task.isCancelled, faults.isNew("\(error)") { logger.error("the transport does not accept messages: \(error)") }
        }
      }
      last = task
      return task
    }
    // The program of a request that was given up ends with it.
    await withTaskCancellationHandler {
      await flush.value
    } onCancel: {
      flush.cancel()
    }
  }
}

extension Outbox.Delivery {
  /// The response to a change of a message that the transport does not have; nil if it has it.
  var failureOfChange: IntentResponse? {
    switch self {
    case .delivered: nil
    case .waiting: .failure("I couldn't pass that on yet. I'll try again later.")
    case .refused(let refusal): refusal.response
    }
  }
}

extension MessageRefusal {
  /// The response to a message that is never delivered.
  var response: IntentResponse {
    let words = reason ?? "It couldn't be sent."
    return requiresApplication ? .failureRequiringAppLaunch(words) : .failure(words)
  }

  /// The reason in words; nil if the transport gave none.
  var reason: String? { dialog ?? (requiresApplication ? "You can only do that in the app." : nil) }
}

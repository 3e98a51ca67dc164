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
  private let last = Mutex<Task<Flush, Never>?>(nil)

  private typealias Flush = (isComplete: Bool, refusals: [SentMessage.ID: MessageRefusal])

  init(store: MessagesStore, transport: any MessageTransport, clock: WallClock) {
    self.store = store
    self.transport = transport
    self.clock = clock
  }

  /// Stores a message and passes it to the transport.
  func send(
    _ body: String, to recipients: [Recipient], answering answered: Message.ID? = nil
  ) async throws -> (message: SentMessage, delivery: Delivery) {
    let message = try await store.send(body, to: recipients, answering: answered, date: clock.now())
    return (message, await flush(for: message.id))
  }

  /// Passes all undelivered events to the transport, one program at a time, and returns what became of a message.
  @discardableResult
  func flush(for message: SentMessage.ID? = nil) async -> Delivery {
    let logger = IntentContext.current?.logger
    let flush = last.withLock { last in
      let task = Task { [store, transport, former = last] () -> Flush in
        _ = await former?.value
        do {
          return (true, try await store.flush(to: transport))
        } catch {
          logger?.error("the transport does not accept messages: \(error)")
          return (false, [:])
        }
      }
      last = task
      return task
    }
    // The program of a request that was given up ends with it.
    let result = await withTaskCancellationHandler {
      await flush.value
    } onCancel: {
      flush.cancel()
    }
    if let refusal = message.flatMap({ result.refusals[$0] }) { return .refused(refusal) }
    return result.isComplete ? .delivered : .waiting
  }
}

extension Outbox.Delivery {
  /// The response to a change of a message that the transport does not have; nil if it has it.
  var failureOfChange: IntentResponse? {
    switch self {
    case .delivered: nil
    case .waiting: .failure("I couldn't pass that on yet. I'll keep trying.")
    case .refused(let refusal): refusal.response
    }
  }
}

extension MessageRefusal {
  /// The response to a message that is never delivered.
  var response: IntentResponse {
    requiresApplication
      ? .failureRequiringAppLaunch(dialog ?? "You can only do that in the app.") : .failure(dialog ?? "It couldn't be sent.")
  }
}

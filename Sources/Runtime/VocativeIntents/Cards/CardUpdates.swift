import Logging

/// The changes of a card after its answer was given.
package struct CardUpdates: Sendable, Equatable {
  /// Distinguishes the changes of two answers, because work cannot be compared.
  private final class Identity: Sendable {}

  private let identity = Identity()
  private let work: @Sendable (CardDisplay) async throws -> Void

  /// Creates changes.
  ///
  /// - Parameter work: Shows one card after the other; ends with the last one.
  package init(_ work: @escaping @Sendable (CardDisplay) async throws -> Void) { self.work = work }

  /// Performs the changes until the last one, or until the task is cancelled.
  ///
  /// - Parameter show: Called with each card.
  package func run(show: @escaping @Sendable (ResponseCard) async -> Void) async throws {
    try await work(CardDisplay(change: show))
  }

  /// Whether both are the changes of the same answer.
  package static func == (one: CardUpdates, other: CardUpdates) -> Bool { one.identity === other.identity }
}

/// The card of an answer, as long as it can be changed.
public struct CardDisplay: Sendable {
  let change: @Sendable (ResponseCard) async -> Void

  /// Shows a card instead of the last one, without a word.
  public func show(_ card: ResponseCard) async { await change(card) }
}

extension Interaction {
  /// Returns the interaction with another card.
  package func showing(_ card: ResponseCard) -> Interaction {
    Interaction(
      dispatch: dispatch, response: response.showing(card), duration: duration, associatedShortcuts: associatedShortcuts,
      donationGroup: donationGroup, reason: reason)
  }
}

extension IntentRuntime {
  /// Returns a response whose changes are made with the dependencies of its intent, within their time limit.
  func bound(_ response: IntentResponse, of intent: IntentDefinition, _ context: IntentContext) -> IntentResponse {
    guard let updates = response.updates else { return response }
    let (limit, clock, dependencies) = (limits.updates, clock, dependencies(of: intent))
    return response.updating { display in
      _ = await withTimeLimit(limit, clock: clock) {
        await Dependencies.$current.withValue(dependencies) {
          do {
            try await IntentContext.$current.withValue(context) { try await updates.run(show: display.change) }
          } catch is CancellationError {
            // Something else is shown now.
          } catch {
            // The error of a private intent may contain private data.
            context.logger.error("the card of \(intent.name) no longer changes\(context.isPrivate ? "" : ": \(error)")")
          }
        }
      }
    }
  }
}

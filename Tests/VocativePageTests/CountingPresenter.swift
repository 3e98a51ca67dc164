import Synchronization
import Vocative

/// Counts its instances, and draws nothing.
final class CountingPresenter: ReplacingPresenter {
  static let made = Mutex(0)

  init() { Self.made.withLock { $0 += 1 } }

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation { .none }
}

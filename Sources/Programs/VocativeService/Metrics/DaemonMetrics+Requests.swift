import CoreMetrics
import Vocative

/// Counts the requests of each intent by their outcome: never with values or words, and private ones without their intent.
extension DaemonMetrics: DispatchObserver {
  /// Counts a request that was performed.
  func didComplete(_ interaction: Interaction) async { count(interaction) }

  /// Counts a request that was not performed, or an utterance that was not understood.
  func didEnd(_ interaction: Interaction) async { count(interaction) }

  private func count(_ interaction: Interaction) {
    let dispatch = interaction.dispatch
    let dimensions = [
      ("assistant", dispatch.assistant),
      ("intent", dispatch.isPrivate ? "private" : dispatch.intent),
      ("outcome", interaction.reason?.rawValue ?? interaction.response.code.rawValue),
    ]
    Counter(label: "vocative_requests_total", dimensions: dimensions, factory: factory).increment()
  }
}
